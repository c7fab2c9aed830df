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
