import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { fail } from '#server/core/errors.ts'

/** Argon2id is the library's default algorithm; 19 MiB, two passes, one lane. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of a random password that nobody knows, at the same cost: an unknown account takes the same time. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$5Ksq9t035OhXCmd6rtHkfw$qK2iP3/UkKekezL7Vp0esNPQ6Ky1+LChxP5n8fvKxIE'

/** Hashing is memory and processor time of this process, so the bound is the process's. */
const atOnce = pLimit(2)
/** How many may wait (about two seconds' work); beyond it a caller should rather try again later. */
const maxWaiting = 200

/** @throws server.unavailable when too many are waiting */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atOnce.pendingCount >= maxWaiting) throw fail('server.unavailable', { retryAfter: 2 })
  return atOnce(work)
}

/** Without those that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random letters and digits, to be read and typed by people. */
export const randomLetters = (count: number) =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

/** Of a password that Scene makes up. */
export const givenPasswordLength = 16

/** Keyboards and systems write one accented letter in several ways. */
const canonical = (password: string) => password.normalize('NFKC')

/** Answers a PHC string. @throws server.unavailable when too many are waiting */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), cost))
}

/**
 * `stored` is null for an unknown account or one without a password: that is never right but takes as long.
 * @throws server.unavailable when too many are waiting
 */
export async function isRightPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? nobodysHash, canonical(password)))
  return stored !== null && matches
}
