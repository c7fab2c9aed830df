/**
 * A failed try. The message is written by Scene, since messages of others may contain addresses with a key, which
 * must not reach logs. `again` says whether another try may succeed, `waitMs` how long the service asks to wait.
 */
export class FailedTry extends Error {
  readonly again: boolean
  readonly waitMs: number | undefined

  constructor(reason: string, { again, waitMs }: { again: boolean; waitMs?: number | undefined }) {
    super(reason)
    this.name = 'FailedTry'
    this.again = again
    this.waitMs = waitMs
  }
}

/** Why there was no answer, as an error code (`ECONNREFUSED`): messages of network errors may contain addresses. */
export function networkReason(error: unknown): string {
  const codes = /^[A-Z_0-9]{3,40}$/
  for (const candidate of [error, error instanceof Error ? error.cause : undefined]) {
    if (!(candidate instanceof Error)) continue
    if (candidate.name === 'TimeoutError' || candidate.name === 'AbortError') return 'no answer in time'
    if ('code' in candidate && typeof candidate.code === 'string' && codes.test(candidate.code))
      return candidate.code
  }
  return 'the connection failed'
}

/** A `Retry-After` of seconds or an HTTP date, as milliseconds from now. Undefined when it is neither. */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
