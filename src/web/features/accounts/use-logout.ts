import { useState } from 'react'
import { loadPage } from '#web/lib/page-load.ts'
import { clearSession, getToken } from '#web/lib/session.ts'
import { sendLogout } from './accounts.api.ts'
import { leaveSession } from './leave-session.ts'

/** Ends the session here and on the server. Without an answer of the server the member is logged out here all the same. */
export function useLogout(leave: (path: string) => void = loadPage) {
  const [isPending, setPending] = useState(false)
  const logOut = async () => {
    setPending(true)
    const token = getToken()
    // First here: the server closes the socket at once, and what then answers 401 must find no session.
    clearSession()
    if (token !== null) await sendLogout(token).catch(() => undefined)
    await leaveSession(leave)
  }
  return { logOut, isPending }
}
