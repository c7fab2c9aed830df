import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useBlocker } from 'react-router'
import { getSession } from '#web/lib/session.ts'

interface UnsavedChanges {
  dirty: boolean
  /** Where the changes are kept: nobody is asked on the way there. */
  keptAt?: string
  /** Asks whether to leave without the changes. */
  ask: () => Promise<boolean>
  /** The member leaves without the changes. */
  onDiscard?: () => void
}

/**
 * Asks before a screen with unsaved changes is left, by a link as by the browser's own buttons. Gives the
 * function that ends the asking, for once the changes are saved.
 */
export function useUnsavedChanges({ dirty, keptAt, ask, onDiscard }: UnsavedChanges): () => void {
  const released = useRef(false)
  const asking = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !released.current &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== keptAt,
  )

  const decide = useEffectEvent(async () => {
    if (asking.current) return
    asking.current = true
    const leaves = await ask()
    asking.current = false
    if (leaves) {
      onDiscard?.()
      blocker.proceed?.()
    } else {
      blocker.reset?.()
    }
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void decide()
  }, [blocker.state])

  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => {
      // Nothing can be saved any more once the session is gone.
      if (!released.current && getSession() !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])

  return useCallback(() => {
    released.current = true
  }, [])
}
