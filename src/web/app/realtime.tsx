import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#shared/realtime.ts'
import { feedQuery } from '#web/features/logs/logs.api.ts'
import { notificationsQuery, unreadCountQuery } from '#web/features/notifications/notifications.api.ts'
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

type SceneSocket = Socket<ServerToClient, ClientToServer>

/** One socket for the signed-in member, in the room of the member's id (specification 1, section 4). */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const [bus] = useState(createBus)
  const queryClient = useQueryClient()
  const session = useSession()
  const token = session?.token
  const userId = session?.user._id

  useEffect(() => {
    if (token === undefined || userId === undefined) return
    let socket: SceneSocket | undefined
    let stopped = false
    let joinedBefore = false

    const refetchMissed = () =>
      Promise.all(
        [unreadCountQuery(userId), notificationsQuery(), feedQuery(userId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )

    const open = async () => {
      const { io } = await import('socket.io-client')
      if (stopped) return
      socket = io({ auth: { token }, transports: ['websocket', 'polling'], tryAllTransports: true })
      socket.on('connect', () => {
        socket?.emit('join', userId)
        if (joinedBefore) {
          void refetchMissed()
          bus.tell('reconnect')
        }
        joinedBefore = true
      })
      socket.on('notification', (notification) => bus.tell('notification', notification))
      socket.on('feed', (event) => bus.tell('feed', event))
      socket.on('disconnect', (reason) => {
        // The server closes the sockets of a session that ended: the next call then finds that out.
        if (reason === 'io server disconnect' && getSession()) {
          void queryClient.invalidateQueries({ queryKey: unreadCountQuery(userId).queryKey })
        }
      })
    }

    const cancel = whenIdle(() => {
      // Without the code there are no live events; everything else works.
      open().catch(() => undefined)
    })
    return () => {
      stopped = true
      cancel()
      socket?.disconnect()
    }
  }, [bus, queryClient, token, userId])

  return <RealtimeContext value={bus}>{children}</RealtimeContext>
}
