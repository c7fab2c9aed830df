import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { minuteMs } from '#shared/durations.ts'
import { errors, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import { fail } from '#server/core/errors.ts'

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>

/**
 * How long a caller may take to send a request; the answer may take any time. At 700 kbit/s the largest import
 * arrives within it, at 280 kbit/s the largest picture.
 */
export const requestTimeoutMs = 5 * minuteMs
export const headersTimeoutMs = 30_000

/**
 * How long a shutdown waits for answers that are under way; longer ones, such as exports, are cut. Fastify allows a
 * hook ten seconds.
 */
const lastAnswersMs = 8000

const retryAfterSeconds = 5

/** Answers what waits until all that was asked is answered, or its caller has left. What is asked from then on is refused. */
export function followAnswers(app: FastifyInstance): () => Promise<void> {
  let open = 0
  const none = Promise.withResolvers<void>()
  let isEnding = false
  app.addHook('onRequest', (request, { raw }, done) => {
    // The answer to a socket's upgrade never ends.
    if (request.headers.upgrade) return done()
    if (isEnding)
      return done(
        fail('server.unavailable', { retryAfter: retryAfterSeconds, reason: 'the server is stopping' }),
      )
    open += 1
    raw.once('close', () => {
      open -= 1
      if (isEnding && open === 0) none.resolve()
    })
    return done()
  })
  return async () => {
    isEnding = true
    if (open > 0) await Promise.race([none.promise, sleep(lastAnswersMs, undefined, { ref: false })])
  }
}

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
}

/**
 * How long a connection stays open after the answer: if it closed at once, a caller who is still sending would see a
 * reset and no answer.
 */
const lingerMs = 1000

/**
 * Answers requests that Node refuses before Fastify sees them, in the shape of every other error, and ends the
 * connection.
 */
export const answerClientError: ClientErrorHandler = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = codes[error.code] ?? 'request.invalid'
  const { status, text } = errors[code]
  const requestId = randomUUID()
  if (!socket.writable) return socket.destroy(error)
  const body = JSON.stringify({ error: text, code, requestId } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...(status === 408 ? [`Retry-After: ${retryAfterSeconds}`] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(error), lingerMs).unref()
  socket.resume()
}
