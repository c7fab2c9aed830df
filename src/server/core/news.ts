import { minuteMs } from '#shared/durations.ts'
import { codeOf } from '#shared/thrown.ts'

/** Milliseconds in which a failure that keeps happening is logged as a warning only once. */
const quietMs = minuteMs
const maxFailures = 100
const warned = new WeakMap<object, Map<string, number>>()

/**
 * The log level of a failure that may happen often: a warning, unless this reporter had the same failure within
 * `quietMs`.
 */
export const loudnessOf = (reporter: object, failure: string): 'warn' | 'debug' =>
  isNews(reporter, failure) ? 'warn' : 'debug'

function isNews(reporter: object, failure: string): boolean {
  const known = warned.get(reporter) ?? new Map<string, number>()
  warned.set(reporter, known)
  const now = performance.now()
  if (now - (known.get(failure) ?? Number.NEGATIVE_INFINITY) < quietMs) return false
  if (known.size >= maxFailures) known.clear()
  known.set(failure, now)
  return true
}

/**
 * A short reason for a failure that is expected at times: no stack, and no message, since that may name what it was
 * about.
 */
export function reasonOf(cause: unknown): string | undefined {
  return codeOf(cause) ?? (cause instanceof Error ? cause.name : undefined)
}
