import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#shared/realtime.ts'
import { refreshFeed } from '#web/features/logs/logs.cache.ts'
import { unreadCountQuery } from '#web/features/notifications/notifications.api.ts'
import { RealtimeContext, type Realtime, type RealtimeEvents } from '#web/lib/realtime.ts'
import { getSession, useSession } from '#web/lib/session.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

type Handler = (...args: never[]) => void

interface Bus extends Realtime {
  tell: <Event extends keyof RealtimeEvents>(event: Event, ...args: Parameters<RealtimeEvents[Event]>) => void
}

function createBus(): Bus {
  const handlers = new Map<keyof RealtimeEvents, Set<Handler>>()
  return {
    on: (event, handler) => {
      const listening = handlers.get(event) ?? new Set<Handler>()
      handlers.set(event, listening.add(handler))
      return () => listening.delete(handler)
    },
    tell: (event, ...args) => {
      for (const handler of handlers.get(event) ?? []) (handler as (...values: unknown[]) => void)(...args)
    },
  }
}

/** Milliseconds between two readings of the feed: a friend's import is one reason to ask, not hundreds. */
const feedPause = 2000

/** Milliseconds, and as many again by chance, before a socket that the server closed tries anew. */
const patience = 5000

const liveKeys = [['notifications'], ['logs', 'feed'], ['logs', 'period']]

/**
 * Asks again for all that a missed event would have changed. A first answer that is still on its way may
 * have been read too early as well, and asking now would only wait for it.
 */
async function refetchMissed(queryClient: QueryClient): Promise<void> {
  const cache = queryClient.getQueryCache()
  const onTheirWay = liveKeys.flatMap((queryKey) => cache.findAll({ queryKey, fetchStatus: 'fetching' }))
  await Promise.allSettled(onTheirWay.flatMap(({ promise }) => promise ?? []))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['notifications'] }),
    refreshFeed(queryClient),
  ])
}

type SceneSocket = Socket<ServerToClient, ClientToServer>

/**
 * The member's live connection, in the room of the member's id (specification 1, section 4). Gives the
 * function that closes it.
 */
function connect(bus: Bus, queryClient: QueryClient, userId: string, token: string): () => void {
  let socket: SceneSocket | undefined
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let feedTimer: ReturnType<typeof setTimeout> | undefined
  let feedChanged = false

  const readFeed = () => {
    if (feedTimer !== undefined) {
      feedChanged = true
      return
    }
    void refreshFeed(queryClient)
    feedTimer = setTimeout(() => {
      feedTimer = undefined
      if (!feedChanged) return
      feedChanged = false
      readFeed()
    }, feedPause)
  }

  /**
   * The server closed the socket or refused it, so it does not come back by itself: a session that ended is
   * found out by the next call, which leads to /login.
   */
  const recheck = async (closed: SceneSocket) => {
    if (stopped || !getSession()) return
    await queryClient.fetchQuery({ ...unreadCountQuery(userId), staleTime: 0 }).catch(() => undefined)
    if (stopped || !getSession()) return
    retry = setTimeout(() => closed.connect(), patience * (1 + Math.random()))
  }

  const open = async () => {
    const { io } = await import('socket.io-client')
    if (stopped) return
    const opened: SceneSocket = io({
      auth: { token },
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
    })
    socket = opened
    opened.on('connect', () => {
      opened.emit('join', userId, ({ ok }) => {
        if (!ok || stopped) return
        // From here on nothing is missed. What is here was read before, also on the first screen.
        void refetchMissed(queryClient)
        bus.tell('joined')
      })
    })
    opened.on('notification', (notification) => bus.tell('notification', notification))
    opened.on('import', (progress) => bus.tell('import', progress))
    opened.on('feed', (event) => {
      readFeed()
      bus.tell('feed', event)
    })
    opened.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') void recheck(opened)
    })
    opened.on('connect_error', () => {
      if (!opened.active) void recheck(opened)
    })
  }

  const cancel = whenIdle(() => {
    // Without the code there are no live events; everything else works.
    open().catch(() => undefined)
  })
  return () => {
    stopped = true
    cancel()
    clearTimeout(retry)
    clearTimeout(feedTimer)
    socket?.disconnect()
  }
}

/** One socket for the signed-in member. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const [bus] = useState(createBus)
  const queryClient = useQueryClient()
  const session = useSession()
  const token = session?.token
  const userId = session?.user._id

  useEffect(() => {
    if (token === undefined || userId === undefined) return
    return connect(bus, queryClient, userId, token)
  }, [bus, queryClient, token, userId])

  return <RealtimeContext value={bus}>{children}</RealtimeContext>
}
