import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { fail } from '#server/core/errors.ts'

/** Argon2id is the library's default algorithm; 19 MiB, two passes, one lane. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of a random password that nobody knows, at the same cost: checking against it makes unknown accounts take
 * the same time.
 */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$5Ksq9t035OhXCmd6rtHkfw$qK2iP3/UkKekezL7Vp0esNPQ6Ky1+LChxP5n8fvKxIE'

/** Hashing uses this process's memory and processor, so the bound is one for the process. */
const atOnce = pLimit(2)
/** How many checks may wait (about two seconds' work); more are refused, to be tried again later. */
const maxWaiting = 200

/** @throws server.unavailable when too many are waiting */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atOnce.pendingCount >= maxWaiting) throw fail('server.unavailable', { retryAfter: 2 })
  return atOnce(work)
}

/** Letters and digits without those that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random letters and digits, to be read and typed by people. */
export const randomLetters = (count: number) =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

/** Of a password that Scene makes up. */
export const givenPasswordLength = 16

/** Keyboards and systems encode the same accented letter in several ways. */
const canonical = (password: string) => password.normalize('NFKC')

/** Answers a PHC string. @throws server.unavailable when too many are waiting */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), cost))
}

/**
 * Checks a password. `stored` is null for an unknown account or one without a password: the answer is false then,
 * after the same time.
 * @throws server.unavailable when too many are waiting
 */
export async function isRightPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? nobodysHash, canonical(password)))
  return stored !== null && matches
}
