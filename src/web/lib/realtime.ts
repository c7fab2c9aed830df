import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { ServerToClient } from '#shared/realtime.ts'

/** What features may listen to; `joined` says that events before it may have been missed. */
export interface RealtimeEvents extends ServerToClient {
  joined: () => void
}

export interface Realtime {
  /** Gives the function that stops listening. */
  on: <Event extends keyof RealtimeEvents>(event: Event, handler: RealtimeEvents[Event]) => () => void
}

export const RealtimeContext = createContext<Realtime | null>(null)

/** Listens while the component is shown; the newest handler is called. */
export function useRealtime<Event extends keyof RealtimeEvents>(
  event: Event,
  handler: RealtimeEvents[Event],
): void {
  const realtime = useContext(RealtimeContext)
  const onEvent = useEffectEvent((...args: Parameters<RealtimeEvents[Event]>) => {
    ;(handler as (...values: Parameters<RealtimeEvents[Event]>) => void)(...args)
  })
  useEffect(() => {
    if (!realtime) return
    return realtime.on(event, ((...args: Parameters<RealtimeEvents[Event]>) =>
      onEvent(...args)) as RealtimeEvents[Event])
  }, [realtime, event])
}
