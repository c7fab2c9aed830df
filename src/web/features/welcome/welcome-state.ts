/** The first steps, in their order. */
export type WelcomeStep = 1 | 2 | 3

/** Navigation state of the home screen that opens the first steps over it. */
export const welcomeState = (step: WelcomeStep) => ({ welcome: step })

/** Which of the first steps a history entry is about; null for none. */
export function welcomeStep(state: unknown): WelcomeStep | null {
  const step: unknown =
    typeof state === 'object' && state !== null && 'welcome' in state ? state.welcome : null
  return step === 1 || step === 2 || step === 3 ? step : null
}
