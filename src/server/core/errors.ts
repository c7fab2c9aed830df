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

/** Whether it is the failure of this code. */
export const isFailure = (error: unknown, code: ErrorCode): error is Failure =>
  error instanceof Failure && error.code === code

/**
 * Checks that a row which was loaded belongs to the viewer. When the path names the owner, the endpoint's `own`
 * checks it instead. @throws log.not_yours, list.not_yours, reply.not_yours
 */
export function requireOwner(
  of: 'log' | 'list' | 'reply',
  row: { member_id: string | null },
  viewer: { id: string },
): void {
  if (row.member_id !== viewer.id) throw fail(`${of}.not_yours`)
}

/** A fault in one line of an uploaded file. */
export const lineIssue = (file: string, line: number, message: string): ErrorIssue => ({
  path: `${file}:${line}`,
  message,
  params: { file, line },
})

/** Why something failed, for the operator: the message of the error's cause, else its own. */
export function causeMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = error.cause instanceof Error ? error.cause.message : error.message
  return message || error.name
}
