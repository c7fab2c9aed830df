import { useLocation } from 'react-router'
import { useOnline } from '#web/lib/use-online.ts'

/** The first steps, in their order. */
export type WelcomeStep = 1 | 2 | 3

/** Navigation state of the home screen that opens the first steps over it. */
export const welcomeState = (step: WelcomeStep) => ({ welcome: step })

/** The films that are chosen; kept until they are sent, or the steps end without. A logout takes them away. */
export const chosenKey = 'welcome'
/** Set where the steps ended without a network: what is chosen is still to be sent. */
export const endedKey = 'welcome-ended'

/**
 * What the home screen shows of the first steps: the one that its history entry is about, the first one again where a
 * tab was closed over choices, or `rest`, nothing to see, where choices are still to be sent. Null for none of it.
 */
export function useWelcomeStep(): WelcomeStep | 'rest' | null {
  const state: unknown = useLocation().state
  const online = useOnline()
  const step = typeof state === 'object' && state !== null && 'welcome' in state ? state.welcome : null
  if (step === 1 || step === 2 || step === 3) return step
  if (!online) return null
  if (localStorage.getItem(endedKey) !== null) return 'rest'
  return localStorage.getItem(chosenKey)?.includes('"sent":false') ? 1 : null
}
