import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Server, type DefaultEventsMap } from 'socket.io'
import { hourMs } from '#shared/durations.ts'
import type { ClientToServer, ServerToClient, SocketEvent, SocketRefusal } from '#shared/realtime.ts'
import type { Logger } from '#server/core/logger.ts'
import { loudnessOf } from '#server/core/news.ts'
import { closeRedis, connectRedis } from '#server/core/redis.ts'
import { bearerToken } from '#server/core/tokens.ts'
import { networkReason } from '../upstream-errors.ts'
import { createTransport } from './transport.ts'

/**
 * The sockets of all clients. There is a room for each event of a member and for each session, across all instances.
 */
export interface RealtimeServer {
  /** Serves sockets at /socket.io, to members only. */
  attach(app: FastifyInstance, sessions: SocketSessions): void
  toMembers<Name extends keyof ServerToClient>(
    memberIds: string[],
    event: Name,
    ...payload: Parameters<ServerToClient[Name]>
  ): void
  /** Cuts the sockets of ended sessions on every instance. */
  endSessions(sessionIds: string[]): void
  /**
   * Cuts those sockets of a member, or of all for null, on this instance whose sessions have ended, after looking them
   * up once.
   */
  recheck(memberId: string | null): Promise<void>
  /** Open sockets of this instance. */
  count(): number
  /** Cuts every socket of this instance; clients reconnect to whichever instance they reach. */
  disconnect(): void
  close(): Promise<void>
}

export interface SocketSessions {
  /** The member of a token (of a session or a personal one), and the events that it may receive. */
  authenticate(
    token: string,
  ): Promise<{ id: string; sessionId: string; events: readonly SocketEvent[] } | null>
  /** Those of these sessions and personal tokens that have not expired, each with the time at which it will. */
  findLive(sessionIds: string[]): Promise<Map<string, Date>>
  now(): Date
}

/** Sockets of one session on each instance: enough for several tabs. */
const maxSocketsOfSession = 20
/** Milliseconds between two looks for sessions that are over. */
const sweepMs = 2000
/** Milliseconds after which a session that lives is looked up again, whenever it ends. */
const recheckMs = hourMs

interface SocketData {
  memberId: string
  sessionId: string
  events: readonly SocketEvent[]
  /** Time in milliseconds until which the session need not be looked up again. */
  liveUntil: number
}

type SceneServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>

/** The part that only several instances need is loaded only for them. */
async function connectInstances(url: string, logger: Logger) {
  const { createAdapter } = await import('@socket.io/redis-streams-adapter')
  // The adapter tells others before those at this instance: what waits longer for Redis is told here first.
  const redis = await connectRedis(url, { queues: true })
  // Those that the adapter reads with wait for news as long as there are none.
  const duplicate = redis.duplicate.bind(redis)
  redis.duplicate = (options) => duplicate({ ...options, commandTimeout: undefined })
  // It reconnects every few seconds; the loss and the return are logged once each.
  let away = false
  redis.on('error', (error) => {
    if (!away) logger.warn({ reason: networkReason(error) }, 'Redis is not reachable')
    away = true
  })
  redis.on('ready', () => {
    if (away) logger.info('Redis is reachable again')
    away = false
  })
  return { redis, adapter: createAdapter(redis) }
}

const refuse = (reason: SocketRefusal) => new Error(reason)

/** `auth.token`, which is all that browsers can send with a WebSocket; else the bearer header of a program. */
function tokenOf({ auth, headers }: { auth: Record<string, unknown>; headers: IncomingHttpHeaders }) {
  const token = auth['token']
  return typeof token === 'string' ? (bearerToken(token) ?? token) : bearerToken(headers.authorization)
}

/** `bounded`: limits how many connections without a session an address may have open. */
export async function createRealtime(
  redisUrl: string | null,
  logger: Logger,
  bounded: boolean,
): Promise<RealtimeServer> {
  const shared = redisUrl ? await connectInstances(redisUrl, logger) : null
  const io: SceneServer = new Server({
    serveClient: false,
    connectTimeout: 10_000,
    ...(shared && { adapter: shared.adapter }),
  })
  const transport = createTransport(bounded)
  io.bind(transport.engine)
  const roomOf = (sessionId: string) => `session:${sessionId}`
  const roomFor = (event: SocketEvent, memberId: string) => `${event}:${memberId}`
  const openOf = (sessionId: string) => io.sockets.adapter.rooms.get(roomOf(sessionId))?.size ?? 0
  let sweeping: NodeJS.Timeout | undefined
  let attached: SocketSessions | undefined

  const notLookedUp = (error: unknown) =>
    logger[loudnessOf(io, 'sweep')]({ err: error }, 'the sessions of open sockets were not looked up')

  /**
   * Cuts the sockets of sessions that have ended. A session may have been extended on any instance, so it is looked
   * up.
   */
  async function sweep(sessions: SocketSessions) {
    const due = [...io.sockets.sockets.values()].filter(
      ({ data }) => data.liveUntil <= sessions.now().getTime(),
    )
    if (due.length === 0) return
    const live = await sessions.findLive([...new Set(due.map(({ data }) => data.sessionId))])
    for (const socket of due) {
      const end = live.get(socket.data.sessionId)
      if (end) socket.data.liveUntil = Math.min(end.getTime(), sessions.now().getTime() + recheckMs)
      else socket.disconnect(true)
    }
  }

  return {
    attach(app, sessions) {
      transport.attach(app)
      attached = sessions
      io.use((socket, next) => {
        const token = tokenOf(socket.handshake)
        const viewer = token !== undefined && token.length < 200 ? sessions.authenticate(token) : null
        Promise.resolve(viewer)
          .then((member) => {
            if (!member) return next(refuse('auth.required'))
            if (openOf(member.sessionId) >= maxSocketsOfSession) return next(refuse('socket.too_many'))
            transport.admit(socket.request)
            const { id: memberId, sessionId, events } = member
            socket.data = { memberId, sessionId, events, liveUntil: 0 }
            return next()
          })
          .catch(() => next(refuse('server.unavailable')))
      })
      io.on('connection', (socket) => {
        void socket.join(roomOf(socket.data.sessionId))
        // One of many that connected at once; its next attempt is refused with the reason.
        if (openOf(socket.data.sessionId) > maxSocketsOfSession) socket.disconnect(true)
        // Otherwise the connection could stay open, uncounted, after its session.
        socket.once('disconnect', () => socket.conn.close())
        socket.on('join', (memberId: unknown, answer: unknown) => {
          const ok = memberId === socket.data.memberId
          if (ok) void socket.join(socket.data.events.map((event) => roomFor(event, socket.data.memberId)))
          if (typeof answer === 'function') answer({ ok })
        })
      })
      const look = () => {
        sweeping = setTimeout(() => {
          sweep(sessions)
            .catch(notLookedUp)
            .finally(() => sweeping && look())
        }, sweepMs).unref()
      }
      look()
    },
    toMembers(memberIds, event, ...payload) {
      for (let start = 0; start < memberIds.length; start += 500)
        io.to(memberIds.slice(start, start + 500).map((id) => roomFor(event, id))).emit(event, ...payload)
    },
    endSessions(sessionIds) {
      if (sessionIds.length > 0) io.in(sessionIds.map((id) => `session:${id}`)).disconnectSockets(true)
    },
    async recheck(memberId) {
      const theirs = [...io.sockets.sockets.values()].filter(
        ({ data }) => memberId === null || data.memberId === memberId,
      )
      if (!attached || theirs.length === 0) return
      for (const socket of theirs) socket.data.liveUntil = 0
      await sweep(attached).catch(notLookedUp)
    },
    count: () => io.sockets.sockets.size,
    disconnect() {
      transport.engine.close()
    },
    async close() {
      clearTimeout(sweeping)
      sweeping = undefined
      await io.close()
      if (shared) await closeRedis(shared.redis)
    },
  }
}
