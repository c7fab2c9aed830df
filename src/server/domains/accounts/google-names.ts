import { randomInt } from 'node:crypto'
import { foldText } from '#shared/matching/fold.ts'

const maxUsername = 20
const maxName = 80

/** Control characters, and marks that would turn the writing direction of what stands beside a name. */
const unshown = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** A name as we keep it: one line, at most 80 characters; null for none. */
export function displayName(given: string | null): string | null {
  const text = (given ?? '').replace(unshown, ' ').replace(/\s+/g, ' ').trim()
  return Array.from(text).slice(0, maxName).join('').trim() || null
}

/**
 * The base of a username: the name in Latin letters without accents, else the local part of the e-mail address
 * (without a tag), else `member`. 3 to 20 lower-case letters, digits and underscores.
 */
export function usernameBase(name: string | null, email: string): string {
  const local = /^[^@+]*/.exec(email)?.[0] ?? ''
  return latin(name ?? '') ?? latin(local) ?? 'member'
}

/**
 * Null when fewer than three letters or digits are left, or no letter at all: digits alone may be somebody's phone
 * number.
 */
function latin(text: string): string | null {
  const words = foldText(text)
    .split(' ')
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
  let made = ''
  for (const word of words) {
    const longer = made ? `${made}_${word}` : word.slice(0, maxUsername)
    if (longer.length > maxUsername) break
    made = longer
  }
  return made.length >= 3 && /[a-z]/.test(made) ? made : null
}

/**
 * Usernames to try, the nicest first. With `crowded` only those with random digits, since others just took the nice
 * ones.
 */
export function usernameCandidates(base: string, crowded: boolean): string[] {
  const nice = [base, ...[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => withDigits(base, String(digit)))]
  const random = [3, 4, 5, 6, 8].map((digits) =>
    withDigits(base, String(randomInt(10 ** (digits - 1), 10 ** digits))),
  )
  return crowded ? random : [...nice, ...random]
}

const withDigits = (base: string, digits: string) =>
  `${base.slice(0, maxUsername - digits.length).replace(/_$/, '')}${digits}`
