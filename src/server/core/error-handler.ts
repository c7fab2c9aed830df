import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { errors, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import { Failure, fail } from './errors.ts'

/** The one place where errors become answers: `{ error, code, requestId }`. Nothing internal is told. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type('application/json')
      .send(body(fail('request.not_found'), request.id)),
  )
}

/** Also for addresses that no route can read: no hook runs for those. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const failure = noted(error, request, reply)
  if (failure.retryAfter !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfter))
  return reply
    .removeHeader('content-disposition')
    .code(failure.status)
    .type('application/json')
    .send(body(failure, request.id))
}

/** For an error that comes when part of the answer is already sent. */
export function errorBody(error: unknown, request: FastifyRequest, reply: FastifyReply): ErrorBody {
  return body(noted(error as FastifyError, request, reply), request.id)
}

function noted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = toFailure(error)
  // What stopped because its caller left is no fault.
  const stopped = error.name === 'AbortError' && reply.raw.destroyed
  if (failure.status >= 500 && !stopped)
    request.log.error({ err: isResponseSerializationError(error) ? error.cause : error }, failure.code)
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

/** What PostgreSQL cannot read as text (NUL) or, in a cursor made by hand, as an instant, a number or an id. */
const unreadable = new Set(['22003', '22007', '22008', '22009', '22021', '22P02', '22P05'])

/** Connection faults of node-postgres and PostgreSQL's own "shutting down" and "too many connections". */
const databaseGone = /^(57P0[123]|53300|08...|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/

function toFailure(error: FastifyError): Failure {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({
      path: issue.instancePath.replaceAll('/', '.').replace(/^\./, ''),
      message: issue.message ?? 'not valid',
    }))
    return fail('request.invalid', { issues })
  }
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return fail('upload.too_large')
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return fail(byStatus[status] ?? 'request.invalid')
  // What a row should refer to was deleted while the request ran.
  if (error.code === '23503') return fail('request.not_found', { cause: error })
  if (unreadable.has(error.code)) return fail('request.invalid', { cause: error })
  if (databaseGone.test(error.code ?? '') || /timeout exceeded when trying to connect/.test(error.message))
    return fail('server.unavailable', { retryAfter: 2, cause: error })
  return fail('server.failed', { cause: error })
}
