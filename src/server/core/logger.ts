import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'

export type { Logger }

/** JSON lines with request ids and no personal data: no headers, no query strings, no bodies. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: { paths: ['password', 'token', 'email', 'code', '*.password', '*.token', '*.email', '*.code'] },
    serializers: {
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
  })
}

/**
 * One line a call: writes and refusals at `info`, reads at `debug`. Route patterns only: real paths and
 * query strings would name members.
 */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const level = request.method === 'GET' && statusCode < 400 ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
