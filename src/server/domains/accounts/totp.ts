import { createHmac } from 'node:crypto'

/** Codes by time as apps make them: RFC 6238 with SHA-1, six digits and steps of thirty seconds. */
const stepMs = 30_000
const digits = 6
/** How many steps the clock of the app may differ from ours. */
const tolerance = 1

export const stepAt = (at: Date): number => Math.floor(at.getTime() / stepMs)

export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The steps near a time that have this code; by chance more than one, once in half a million times. */
export function stepsOfCode(secret: Uint8Array, code: string, at: Date): number[] {
  const now = stepAt(at)
  const near = Array.from({ length: 2 * tolerance + 1 }, (_, index) => now - tolerance + index)
  return near.filter((step) => codeOfStep(secret, step) === code)
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** What an app reads from a QR code. */
export function otpauthAddress(secret: Uint8Array, account: string): string {
  const label = encodeURIComponent(`Scene:${account}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Scene&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`
}
