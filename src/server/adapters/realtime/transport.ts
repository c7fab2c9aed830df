import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server } from 'engine.io'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitAddress } from '#server/core/http/caller.ts'
import { fail } from '#server/core/errors.ts'

const path = '/socket.io/'
/** Largest message in bytes; clients only send which room they join. */
const maxMessage = 16_384
/** Open connections without a session from one address on each instance. Each is closed after ten seconds. */
const maxUnknown = 60
/** Packets of any kind that a connection may send within ten seconds; a client needs a handful. */
const maxPackets = 60
const packetWindowMs = 10_000

/** Whether a request may be upgraded to a socket. */
export const isSocketRequest = (request: IncomingMessage) =>
  request.method === 'GET' && (request.url ?? '').startsWith(path)

/** engine.io looks for the parsed query string here. */
type PreparedRequest = IncomingMessage & { _query: Record<string, string> }

class Engine extends Server {
  /** Whether engine.io would accept the request; its own refusal is not in the form that our clients read. */
  accepts(request: PreparedRequest, isUpgrade: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      this.verify(request, isUpgrade, (code) => resolve(code === undefined))
    })
  }
}

export interface Transport {
  engine: Server
  attach(app: FastifyInstance): void
  /** The connection that began with this request has a session. */
  admit(request: IncomingMessage): void
}

/**
 * engine.io behind the routes of the app, so that its requests have headers, ids and errors as all others. `bounded`:
 * see `maxUnknown`.
 */
export function createTransport(bounded: boolean): Transport {
  const engine = new Engine({ maxHttpBufferSize: maxMessage })
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const releases = new WeakMap<IncomingMessage, () => void>()
  const unknown = new Map<string, number>()

  /** Counts a connection against its address until it has a session or is gone. */
  function hold(address: string, request: IncomingMessage) {
    const open = unknown.get(address) ?? 0
    if (bounded && open >= maxUnknown) throw fail('request.rate_limited', { retryAfter: 10 })
    unknown.set(address, open + 1)
    releases.set(request, () => {
      releases.delete(request)
      const left = (unknown.get(address) ?? 1) - 1
      if (left > 0) unknown.set(address, left)
      else unknown.delete(address)
    })
  }
  const release = (request: IncomingMessage) => releases.get(request)?.()

  engine.on('connection', (connection) => {
    const { request } = connection
    connection.once('close', () => release(request))
    let since = performance.now()
    let packets = 0
    connection.on('packet', () => {
      if (performance.now() - since > packetWindowMs) [since, packets] = [performance.now(), 0]
      packets += 1
      if (packets > maxPackets) connection.close(true)
    })
  })

  async function take(request: FastifyRequest, reply: FastifyReply) {
    const raw = Object.assign(request.raw, { _query: request.query as Record<string, string> })
    const upgrade = upgrades.get(raw)
    const { transport, sid, EIO } = raw._query
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > maxMessage) throw fail('request.too_large')
    if (EIO !== '4' || (upgrade && transport !== 'websocket')) throw fail('request.invalid')
    if (!(await engine.accepts(raw, upgrade !== undefined))) throw fail('request.invalid')
    if (!sid) hold(limitAddress(request.ip), raw)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    if (!upgrade) return engine.handleRequest(raw, reply.raw)
    reply.raw.detachSocket(request.socket)
    upgrade.socket.once('close', () => release(raw))
    engine.handleUpgrade(raw, upgrade.socket, upgrade.head)
  }

  return {
    engine,
    admit: release,
    attach(app) {
      void app.register(async (scope) => {
        // engine.io reads the bodies itself.
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        scope.route({
          method: ['GET', 'POST'],
          url: path,
          logLevel: 'warn',
          exposeHeadRoute: false,
          handler: take,
        })
      })
      app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // A client that leaves meanwhile is no error.
        socket.on('error', () => {})
        upgrades.set(request, { socket, head })
        const response = new ServerResponse(request)
        response.shouldKeepAlive = false
        response.once('finish', () => socket.end())
        response.assignSocket(request.socket)
        app.routing(request, response)
      })
    },
  }
}
