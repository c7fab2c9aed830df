import { useMutation } from '@tanstack/react-query'
import { loadPage } from '#web/lib/page-load.ts'
import { logoutMutation } from './accounts.api.ts'
import { leaveSession } from './leave-session.ts'

/** Ends the session and leaves for /login. */
export function useLogout(leave: (path: string) => void = loadPage) {
  const { mutateAsync, isPending, isSuccess } = useMutation(logoutMutation())
  const logOut = async () => {
    await mutateAsync()
    await leaveSession(leave)
  }
  return { logOut, isPending: isPending || isSuccess }
}
