import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ApiError } from '#web/lib/api.ts'

/** Navigation state of the screen for who has yet to be let in; with the address that is still to be proved. */
export interface WaitingState {
  email: string
}

/**
 * Leads whoever has yet to be let in, as a refused login says, to the screen for it; where the address is not proved yet,
 * to its code. Answers whether the error was that.
 */
export function useWaiting(): (error: unknown, email?: string) => boolean {
  const navigate = useNavigate()
  return (error, email = '') => {
    const code = error instanceof ApiError ? error.code : null
    if (code !== 'auth.pending' && code !== 'auth.unverified') return false
    const state: WaitingState | null = code === 'auth.unverified' ? { email } : null
    void navigate(paths.waiting(), { state })
    return true
  }
}
