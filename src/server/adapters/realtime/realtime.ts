import type { Server as HttpServer } from 'node:http'
import { Server, type DefaultEventsMap } from 'socket.io'
import type { ClientToServer, ServerToClient } from '#shared/realtime.ts'
import type { Logger } from '#server/core/logger.ts'

/** The live channel: one room a member, one room a session, on every instance. */
export interface Realtime {
  /** Serves sockets at /socket.io; `authenticate` answers who a session token belongs to. */
  attach(server: HttpServer, authenticate: SocketAuthenticate): void
  toMembers<Name extends keyof ServerToClient>(
    memberIds: string[],
    event: Name,
    ...payload: Parameters<ServerToClient[Name]>
  ): void
  /** Cuts the sockets of ended sessions on every instance. */
  endSessions(sessionIds: string[]): void
  /** Cuts every socket of this instance; the clients come back by themselves, to whom they find. */
  disconnect(): void
  close(): Promise<void>
}

type SocketAuthenticate = (token: string) => Promise<{ id: string; sessionId: string } | null>

interface SocketData {
  memberId: string
  sessionId: string
}

type SceneServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>

/** The part that only several instances need is loaded only for them. */
async function connectRedis(url: string, logger: Logger) {
  const [{ Redis }, { createAdapter }] = await Promise.all([
    import('ioredis'),
    import('@socket.io/redis-streams-adapter'),
  ])
  const redis = new Redis(url)
  redis.on('error', (error) => logger.warn({ reason: error.message }, 'Redis is not reachable'))
  return { redis, adapter: createAdapter(redis) }
}

export async function createRealtime(redisUrl: string | null, logger: Logger): Promise<Realtime> {
  const shared = redisUrl ? await connectRedis(redisUrl, logger) : null
  const io: SceneServer = new Server({
    serveClient: false,
    maxHttpBufferSize: 16_384,
    connectTimeout: 10_000,
    ...(shared && { adapter: shared.adapter }),
  })
  return {
    attach(server, authenticate) {
      io.attach(server)
      io.use((socket, next) => {
        const token: unknown = socket.handshake.auth['token']
        const viewer = typeof token === 'string' && token.length < 200 ? authenticate(token) : null
        Promise.resolve(viewer)
          .then((member) => {
            if (!member) return next(new Error('auth.required'))
            socket.data.memberId = member.id
            socket.data.sessionId = member.sessionId
            return next()
          })
          .catch(() => next(new Error('server.unavailable')))
      })
      io.on('connection', (socket) => {
        void socket.join(`session:${socket.data.sessionId}`)
        socket.on('join', (memberId: unknown, answer: unknown) => {
          const ok = memberId === socket.data.memberId
          if (ok) void socket.join(`member:${socket.data.memberId}`)
          if (typeof answer === 'function') answer({ ok })
        })
      })
    },
    toMembers(memberIds, event, ...payload) {
      for (let start = 0; start < memberIds.length; start += 500)
        io.to(memberIds.slice(start, start + 500).map((id) => `member:${id}`)).emit(event, ...payload)
    },
    endSessions(sessionIds) {
      if (sessionIds.length > 0) io.in(sessionIds.map((id) => `session:${id}`)).disconnectSockets(true)
    },
    disconnect() {
      io.engine.close()
    },
    async close() {
      await io.close()
      await shared?.redis.quit().catch(() => {})
    },
  }
}
