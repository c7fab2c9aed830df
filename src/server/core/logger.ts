import type { FastifyInstance } from 'fastify'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type { Logger }

/** JSON lines with request ids and no personal data: no headers, no query strings, no bodies. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: { paths: ['password', 'token', 'email', 'code', '*.password', '*.token', '*.email', '*.code'] },
    serializers: {
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
      }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
  }
  return pino(options, destination ?? standardOutput())
}

/** A file behind it whose disk is full costs lines, not the process; what waits to be written is bounded. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: 2 ** 20 })
  output.on('error', () => {})
  return output
}

/** A log line of level warn or above. */
export interface Complaint {
  level: 'warn' | 'error'
  text: string
}

const maxComplaints = 1000

/** A logger that writes nothing and collects the first warnings and errors. */
export function createComplaints(): { logger: Logger; complaints: Complaint[] } {
  const complaints: Complaint[] = []
  const logger = createLogger('warn', {
    write(line: string) {
      if (complaints.length >= maxComplaints) return
      const { level, msg, reason, err } = JSON.parse(line) as {
        level: number
        msg?: string
        reason?: string
        err?: { message?: string }
      }
      const why = reason ?? err?.message
      complaints.push({ level: level < 50 ? 'warn' : 'error', text: [msg, why].filter(Boolean).join(': ') })
    },
  })
  return { logger, complaints }
}

/**
 * Logs one line for each call: reads that succeed at `debug`, all else at `info`. Only route patterns are logged:
 * real paths and query strings would name members.
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
