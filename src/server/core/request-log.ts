import type { FastifyInstance } from 'fastify'

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
