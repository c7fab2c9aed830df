import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { errors, isErrorCode, type ErrorBody, type ErrorCode, type ErrorIssue } from '#shared/errors.ts'
import { DatabaseFault, isForeignKeyViolation } from '#server/db/database-fault.ts'
import { Failure, fail } from '#server/core/errors.ts'
import { loudnessOf, reasonOf } from '#server/core/news.ts'

/** The one place where errors become answers: `{ error, code, requestId }`. Nothing internal leaves. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .code(404)
      .type('application/json')
      .send(body(fail('request.not_found'), request.id)),
  )
}

/** Also called for addresses that no route can parse; no hook runs for those. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  return sendFailure(failReply(error, request, reply), request, reply)
}

/** What every error but that of a screen says. */
export const sendFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply) =>
  reply.type('application/json').send(body(failure, request.id))

/** Makes an answer one of a failure; what it says is left to the caller. */
export function failReply(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = logFailure(error, request, reply)
  if (failure.retryAfter !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfter))
  reply.removeHeader('content-disposition').header('cache-control', 'no-store').code(failure.status)
  return failure
}

/** The body of an error that occurs when part of the answer has been sent already. */
export function errorBody(error: unknown, request: FastifyRequest, reply: FastifyReply): ErrorBody {
  return body(logFailure(error as FastifyError, request, reply), request.id)
}

function logFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = toFailure(error)
  // Work that was aborted because its caller left is no fault.
  const stopped = error.name === 'AbortError' && reply.raw.destroyed
  if (failure.code === 'server.failed' && !stopped)
    request.log.error({ err: isResponseSerializationError(error) ? error.cause : error }, failure.code)
  else if (failure.status >= 500 && !stopped) {
    const reason = failure.reason ?? reasonOf(failure.cause)
    const loudness = loudnessOf(request.server.server, `${failure.code} ${reason}`)
    request.log[loudness]({ reason }, failure.code)
  }
  return failure
}

function body(failure: Failure, requestId: string): ErrorBody {
  return {
    error: errors[failure.code].text,
    code: failure.code,
    requestId,
    ...(failure.issues && { issues: failure.issues }),
  }
}

const byStatus: Partial<Record<number, ErrorCode>> = {
  404: 'request.not_found',
  413: 'request.too_large',
  415: 'request.media_type',
  429: 'request.rate_limited',
  503: 'server.unavailable',
}

/**
 * SQLSTATEs of input that PostgreSQL cannot read: text with NUL or, in a cursor that somebody made up, a bad instant,
 * number or id.
 */
const unreadable = new Set(['22003', '22007', '22008', '22009', '22021', '22P02', '22P05'])

const databaseFaults = {
  full: { code: 'server.storage_full', retryAfter: 60 },
  'read-only': { code: 'server.read_only', retryAfter: 60 },
  gone: { code: 'server.unavailable', retryAfter: 2 },
} as const

/** Errors of system calls that are about the disk or the folder, not about one file. */
const diskFaults = new Map<string, ErrorCode>([
  ['ENOSPC', 'server.storage_full'],
  ['EDQUOT', 'server.storage_full'],
  ['EROFS', 'server.read_only'],
  ['EACCES', 'server.read_only'],
  ['EPERM', 'server.read_only'],
  ['EIO', 'server.unavailable'],
  ['EMFILE', 'server.unavailable'],
  ['ENFILE', 'server.unavailable'],
])

/** The bound that a text, number or list exceeds, from zod's description of the issue. */
function boundsOf({ minimum, maximum }: Record<string, unknown>): ErrorIssue['params'] | null {
  if (typeof minimum === 'number') return { min: minimum }
  return typeof maximum === 'number' ? { max: maximum } : null
}

function toFailure(error: FastifyError): Failure {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const codes = error.validation.map(({ message = '' }) => (isErrorCode(message) ? message : null))
    const issues = error.validation.map(({ instancePath, message = 'not valid', params }, index) => {
      const code = codes[index]
      const bounds = boundsOf(params)
      return {
        path: instancePath.replaceAll('/', '.').replace(/^\./, ''),
        message: code ? errors[code].text : message,
        ...(bounds && { params: bounds }),
      }
    })
    return fail(codes[0] ?? 'request.invalid', { issues })
  }
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return fail('upload.too_large')
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return fail(byStatus[status] ?? 'request.invalid')
  // What the new row refers to was deleted while the request ran.
  if (isForeignKeyViolation(error)) return fail('request.not_found', { cause: error })
  if (unreadable.has(error.code)) return fail('request.invalid', { cause: error })
  if (error instanceof DatabaseFault) {
    const { code, retryAfter } = databaseFaults[error.kind]
    return fail(code, { retryAfter, reason: error.reason ?? error.message, cause: error })
  }
  const disk = 'syscall' in error ? diskFaults.get(error.code) : undefined
  if (disk) return fail(disk, { retryAfter: 60, cause: error })
  return fail('server.failed', { cause: error })
}
