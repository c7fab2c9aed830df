import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { errorBody } from './error-handler.ts'
import { fail } from '#server/core/errors.ts'

/** Proxies end connections that are silent for a minute. */
const pingMs = 15_000

/** An answer that comes in parts: `progress` events, then `answer` or `error`. */
export interface EventStream {
  send(event: unknown): void
  /** Sends what the handler answers; an error before the first event is thrown on, as an ordinary answer. */
  answer(answer: Promise<unknown>): Promise<void>
}

type OpenStream = (endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply) => EventStream | null

/**
 * Opens streams of server-sent events; null for endpoints without events and for callers who did not ask for a
 * stream.
 */
export function createEventStreams(app: FastifyInstance): OpenStream {
  const ends = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of ends) end()
    // Connections are closed next; what was just written should go out before.
    await setImmediate()
  })

  return (endpoint, request, reply) => {
    const { events, path: url, method } = endpoint
    if (!events || !/\btext\/event-stream\b/.test(request.headers.accept ?? '')) return null
    const toProgress = serializerCompiler({ schema: events, method, url })
    const toAnswer = serializerCompiler({ schema: endpoint.answer, method, url })
    let out: PassThrough | undefined

    const write = (event: string, data: string) => {
      out ??= begin(reply)
      if (out.writable) out.write(`event: ${event}\ndata: ${data}\n\n`)
    }
    const end = (error?: unknown) => {
      if (!out?.writable) return
      if (error !== undefined) write('error', JSON.stringify(errorBody(error, request, reply)))
      out.end()
    }

    return {
      send: (event) => write('progress', toProgress(event)),
      async answer(answer) {
        const stop = () => end(fail('server.unavailable'))
        ends.add(stop)
        try {
          write('answer', toAnswer(await answer))
          end()
        } catch (error) {
          if (!out) throw error
          end(error)
        } finally {
          ends.delete(stop)
        }
      },
    }
  }
}

/** Sends status and headers; they keep proxies from buffering, caching or compressing the stream. */
function begin(reply: FastifyReply): PassThrough {
  const out = new PassThrough()
  const ping = setInterval(() => out.writable && out.write(': ping\n\n'), pingMs)
  out.once('close', () => clearInterval(ping))
  reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(out)
  return out
}
