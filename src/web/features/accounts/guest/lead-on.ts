import type { NavigateFunction } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ApiError } from '#web/lib/api.ts'

/** Navigation state of the screen for who has yet to be let in; with the address that is still to be proved. */
export interface WaitingState {
  email: string
}

/** Navigation state of the login screen. */
export interface LoginState {
  /** The first step is done; this goes with the second. */
  challenge?: string
  /** Why it is shown again. */
  said?: string
}

/**
 * Leads on whoever is asked for more by a refused login: to the second step; to the screen for who has yet to be let in,
 * and where the address is not proved yet, to its code. Answers whether the error was that.
 */
export function leadOn(navigate: NavigateFunction, error: unknown, email = ''): boolean {
  const { code, issues } = error instanceof ApiError ? error : { code: null, issues: [] }
  if (code === 'auth.second_step') {
    const state: LoginState = { challenge: String(issues[0]?.params?.['challenge']) }
    void navigate(paths.login(), { state })
    return true
  }
  if (code !== 'auth.pending' && code !== 'auth.unverified') return false
  const state: WaitingState | null = code === 'auth.unverified' ? { email } : null
  void navigate(paths.waiting(), { state })
  return true
}
