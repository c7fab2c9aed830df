import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient, SocketRefusal } from '#shared/realtime.ts'
import { refreshFeed, refreshOldFeed } from '#web/features/logs/logs.api.ts'
import { Offline } from '#web/features/offline/offline.tsx'
import { NotificationStream } from '#web/features/notifications/notification-stream.tsx'
import { unreadCountQuery } from '#web/features/notifications/notifications.api.ts'
import { isUnknown } from '#web/lib/api.ts'
import type { Realtime, RealtimeEvents } from '#web/lib/realtime.ts'
import { getSession } from '#web/lib/session.ts'

/** The events that features listen to (`on`), and how they get there (`send`). */
export interface Bus extends Realtime {
  send: <Event extends keyof RealtimeEvents>(event: Event, ...args: Parameters<RealtimeEvents[Event]>) => void
}

/** Milliseconds between two readings of the feed: a friend's import is one reason to ask, not hundreds. */
const feedPauseMs = 2000

/** Milliseconds, plus up to as many at random, before a socket that the server closed reconnects. */
const reconnectDelayMs = 5000
/** The same where the session's other tabs already have as many sockets open as are allowed. */
const crowdedDelayMs = 300_000
/** Milliseconds. */
const recheckDelayMs = 1000
const tooMany: SocketRefusal = 'socket.too_many'

const liveKeys = [['notifications'], ['logs', 'feed'], ['logs', 'period']]

/** Milliseconds. Answers younger than `youngMs` when the first socket joins are looked after only `laterMs` later. */
const youngMs = 10_000
const laterMs = 5000

/** Whether all that events change was asked a moment ago, or is on its way. */
function isYoung(queryClient: QueryClient): boolean {
  const since = Date.now() - youngMs
  return liveKeys
    .flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }))
    .every(({ state }) => state.fetchStatus === 'fetching' || state.dataUpdatedAt > since)
}

/**
 * Asks again for all that a missed event would have changed. Waits for answers that are on their way: they may have been
 * read before the event, and asking meanwhile would only give the same answers.
 */
async function refetchMissed(queryClient: QueryClient, refreshLogs = refreshFeed): Promise<void> {
  const cache = queryClient.getQueryCache()
  const onTheirWay = liveKeys.flatMap((queryKey) => cache.findAll({ queryKey, fetchStatus: 'fetching' }))
  await Promise.allSettled(onTheirWay.flatMap(({ promise }) => promise ?? []))
  // The member may have logged out meanwhile: the calls would be refused.
  if (!getSession()) return
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['notifications'] }),
    refreshLogs(queryClient),
  ])
}

/** Asks again for what a screen could not load while the server was away. */
const refetchFailed = (queryClient: QueryClient) =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && !isUnknown(state.error),
  })

type SceneSocket = Socket<ServerToClient, ClientToServer>

/** The member's live connection, in the room of the member's id. Gives the function that closes it. */
function connect(bus: Bus, queryClient: QueryClient, userId: string, token: string): () => void {
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let feedTimer: ReturnType<typeof setTimeout> | undefined
  let feedChanged = false
  let wasJoined = false
  let missedTimer: ReturnType<typeof setTimeout> | undefined

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
    }, feedPauseMs)
  }

  const reconnectAfter = (delayMs: number) => {
    if (!stopped) retry = setTimeout(() => socket.connect(), delayMs * (1 + Math.random()))
  }

  /**
   * The server closed the socket or refused it, so it does not come back by itself: a session that ended is
   * found out by the next call, which leads to /login.
   */
  const recheck = async () => {
    // On a logout here the server closes the socket before its answer to the logout arrives.
    await new Promise((resolve) => setTimeout(resolve, recheckDelayMs))
    if (stopped || !getSession()) return
    await queryClient.fetchQuery({ ...unreadCountQuery(userId), staleTime: 0 }).catch(() => undefined)
    if (getSession()) reconnectAfter(reconnectDelayMs)
  }

  const socket: SceneSocket = io({
    auth: { token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
  })
  socket.on('connect', () => {
    socket.emit('join', userId, ({ ok }) => {
      if (!ok || stopped) return
      // No event is missed from here on, but one may have been since the answers on screen were read. On the first screen
      // that is seldom more than a second ago, so later it is only asked whether the feed is still the same.
      clearTimeout(missedTimer)
      if (wasJoined || !isYoung(queryClient)) void refetchMissed(queryClient)
      else
        missedTimer = setTimeout(
          () => void refetchMissed(queryClient, (client) => refreshOldFeed(client, userId)),
          laterMs,
        )
      wasJoined = true
      void refetchFailed(queryClient)
      bus.send('joined')
    })
  })
  socket.on('notification', (notification) => bus.send('notification', notification))
  socket.on('import', (progress) => bus.send('import', progress))
  socket.on('reports', (waiting) => bus.send('reports', waiting))
  socket.on('evening', (event) => bus.send('evening', event))
  socket.on('feed', (event) => {
    readFeed()
    bus.send('feed', event)
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') void recheck()
  })
  socket.on('connect_error', ({ message }) => {
    if (socket.active) return
    if (message === tooMany) reconnectAfter(crowdedDelayMs)
    else void recheck()
  })

  return () => {
    stopped = true
    clearTimeout(retry)
    clearTimeout(feedTimer)
    clearTimeout(missedTimer)
    socket.disconnect()
  }
}

export interface LiveConnectionProps {
  bus: Bus
  userId: string
  token: string
}

/** The signed-in member's one socket, and what it brings. */
export function LiveConnection({ bus, userId, token }: LiveConnectionProps) {
  const queryClient = useQueryClient()
  useEffect(() => connect(bus, queryClient, userId, token), [bus, queryClient, userId, token])
  return (
    <>
      <NotificationStream userId={userId} />
      <Offline userId={userId} />
    </>
  )
}
