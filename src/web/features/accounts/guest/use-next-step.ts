import { useNavigate } from 'react-router'
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
export function useNextStep(): (error: unknown, email?: string) => boolean {
  const navigate = useNavigate()
  return (error, email = '') => {
    if (!(error instanceof ApiError)) return false
    const { code, issues } = error
    const challenge = issues[0]?.params?.['challenge']
    if (code === 'auth.second_step') void navigate(paths.login(), { state: { challenge } })
    else if (code === 'auth.pending' || code === 'auth.unverified')
      void navigate(paths.waiting(), { state: code === 'auth.unverified' ? { email } : null })
    else return false
    return true
  }
}
