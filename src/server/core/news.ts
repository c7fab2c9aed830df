import { minuteMs } from '#shared/durations.ts'

/** Milliseconds in which what is away is told of once, however many ask for it. */
const toldMs = minuteMs
const maxTold = 100
const told = new WeakMap<object, Map<string, number>>()

/** How loudly a failure is told of that is known to come often: a warning, where this teller told of no such one lately. */
export const loudnessOf = (teller: object, failure: string): 'warn' | 'debug' =>
  isNews(teller, failure) ? 'warn' : 'debug'

function isNews(teller: object, failure: string): boolean {
  const known = told.get(teller) ?? new Map<string, number>()
  told.set(teller, known)
  const now = performance.now()
  if (now - (known.get(failure) ?? Number.NEGATIVE_INFINITY) < toldMs) return false
  if (known.size >= maxTold) known.clear()
  known.set(failure, now)
  return true
}

/**
 * A short reason for a failure that is expected at times: no stack, and no message, since that may name what it was
 * about.
 */
export function reasonOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return cause.name
}
