import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'scn_pat_'
const randomLength = 30
const checksumLength = 6
const startLength = prefix.length + 8

const shape = new RegExp(`${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}(?![0-9A-Za-z])`)

/** The CRC32 of a text in base 62, with zeros before it. */
function checksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let place = 0; place < checksumLength; place++) {
    written = (letters[rest % letters.length] ?? '') + written
    rest = Math.floor(rest / letters.length)
  }
  return written
}

/**
 * A new token: 178 random bits and a checksum, by which scanners and the server recognise a token without asking the
 * database.
 */
export function makePersonalToken(): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]).join('')
  return prefix + random + checksum(random)
}

/** Whether the text contains what looks like a personal token. */
export const holdsPersonalToken = (text: string): boolean => shape.test(text)

/** Whether it has the form of a personal token; those of sessions have not. */
export const isPersonalToken = (token: string): boolean => token.startsWith(prefix)

export function hasRightChecksum(token: string): boolean {
  const random = token.slice(prefix.length, prefix.length + randomLength)
  return shape.test(token) && token === prefix + random + checksum(random)
}

/** The part of a token that may be shown. */
export const startOfToken = (token: string): string => token.slice(0, startLength)
