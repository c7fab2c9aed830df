import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

interface Host {
  /** Before code is asked for, and whenever code that is there opens anew. */
  prepare: () => Promise<unknown>
  /** The code does not come, as without a network. */
  tell: () => void
}
const host: Partial<Host> = {}

/** What is done around the loading of whatever opens over a screen. */
export const hostOverlays = (next: Partial<Host>): Partial<Host> => Object.assign(host, next)

interface Overlay {
  /** True where not given, for what is rendered only while it is open. */
  open?: boolean | undefined
  onClose: () => void
}

/**
 * A component that opens over a screen, whose code comes when it first opens; from then on it stays, so that it can be
 * seen to close. Where the code does not come, that is told and `onClose` called, and the next opening asks for it again.
 * What `loadAhead` brought is shown without waiting for anything.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Overlay> & { loadAhead: () => Promise<void> } {
  let known: ComponentType<Props> | null = null
  const loadAhead = async () => {
    await host.prepare?.()
    known ??= await load()
  }
  return Object.assign(
    function OnDemand(props: Props & Overlay) {
      const { open = true, onClose } = props
      const [Shown, show] = useState<ComponentType<Props> | null>(null)
      const showKnown = () => show(() => known)
      if (open && known && !Shown) showKnown()
      const get = useEffectEvent(async () => {
        try {
          await loadAhead()
          showKnown()
        } catch {
          host.tell?.()
          onClose()
        }
      })
      useEffect(() => {
        if (open) void get()
      }, [open])
      return Shown ? <Shown {...props} /> : null
    },
    { loadAhead },
  )
}
