import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { withTexts } from '#web/i18n/index.ts'
import { RealtimeContext, type RealtimeEvents } from '#web/lib/realtime.ts'
import { useSession } from '#web/lib/session.ts'
import { whenIdle } from '#web/lib/page-load.ts'
import type { Bus, LiveConnectionProps } from './live-connection.tsx'

type Handler = (...args: never[]) => void

function createBus(): Bus {
  const handlers = new Map<keyof RealtimeEvents, Set<Handler>>()
  return {
    on: (event, handler) => {
      const listening = handlers.get(event) ?? new Set<Handler>()
      handlers.set(event, listening.add(handler))
      return () => listening.delete(handler)
    },
    send: (event, ...args) => {
      for (const handler of handlers.get(event) ?? []) (handler as (...values: unknown[]) => void)(...args)
    },
  }
}

/** What features listen to, and for members the connection that it comes from. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const [bus] = useState(createBus)
  const session = useSession()
  const [loaded, setLoaded] = useState<{ LiveConnection: ComponentType<LiveConnectionProps> } | null>(null)
  const isMember = session !== null

  useEffect(() => {
    if (!isMember) return
    const load = async () => {
      const { LiveConnection } = await withTexts(import('./live-connection.tsx'), 'home')
      setLoaded({ LiveConnection })
    }
    // The first paint goes first. Without the code there are no live events; everything else works.
    return whenIdle(() => void load().catch(() => undefined))
  }, [isMember])

  return (
    <RealtimeContext value={bus}>
      {children}
      {session && loaded ? (
        <loaded.LiveConnection bus={bus} userId={session.user._id} token={session.token} />
      ) : null}
    </RealtimeContext>
  )
}
