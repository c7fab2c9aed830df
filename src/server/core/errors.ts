import { errors, type ErrorCode, type ErrorIssue } from '#shared/errors.ts'

/** An error that a caller may see. Everything else becomes `server.failed`. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly issues: ErrorIssue[] | undefined
  /** For the log only: what failed outside, with nothing of members in it. */
  readonly reason: string | undefined

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(errors[code].text, { cause: details.cause })
    this.name = 'Failure'
    this.code = code
    this.status = errors[code].status
    this.retryAfter = details.retryAfter
    this.issues = details.issues
    this.reason = details.reason
  }
}

interface FailureDetails {
  retryAfter?: number
  issues?: ErrorIssue[]
  reason?: string
  cause?: unknown
}

/** `throw fail('log.not_found')` */
export function fail(code: ErrorCode, details?: FailureDetails): Failure {
  return new Failure(code, details)
}

/** That what was loaded is the viewer's own; what a path can tell is the endpoint's `own`. */
export function requireOwner(
  of: 'log' | 'list' | 'reply',
  row: { member_id: string | null },
  viewer: { id: string },
): void {
  if (row.member_id !== viewer.id) throw fail(`${of}.not_yours`)
}

/** A fault in one line of a file. */
export const lineIssue = (file: string, line: number, message: string): ErrorIssue => ({
  path: `${file}:${line}`,
  message,
  params: { file, line },
})
