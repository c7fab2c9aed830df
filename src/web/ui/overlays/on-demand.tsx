import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

interface Host {
  /** Before code is asked for, and whenever code that is there is shown anew. */
  prepare: () => Promise<unknown>
  /** The code does not come, as without a network. */
  tell: () => void
}
const host: Partial<Host> = {}

/** What is done around the loading of whatever opens over a screen. */
export const hostOverlays = (next: Partial<Host>): Partial<Host> => Object.assign(host, next)

/**
 * A component that opens over a screen, whose code comes when it is first shown. Where it does not come, that is told and
 * the screen stays as it is: `onAbsent` puts back what wanted it, and the next time asks for the code again. What
 * `loadAhead` brought is shown without waiting for anything.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { onAbsent: () => void }> & { loadAhead: () => Promise<void> } {
  let known: ComponentType<Props> | null = null
  const loadAhead = async () => {
    await host.prepare?.()
    known ??= await load()
  }
  return Object.assign(
    function OnDemand({ onAbsent, ...props }: Props & { onAbsent: () => void }) {
      const [{ Shown }, show] = useState({ Shown: known })
      const get = useEffectEvent(async () => {
        try {
          await loadAhead()
          if (!Shown) show({ Shown: known })
        } catch {
          host.tell?.()
          onAbsent()
        }
      })
      useEffect(() => void get(), [])
      return Shown ? <Shown {...(props as unknown as Props)} /> : null
    },
    { loadAhead },
  )
}
