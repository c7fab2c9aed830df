import { useState } from 'react'
import { setFlash } from '#web/lib/flash.ts'
import { loadPage } from '#web/lib/page-load.ts'
import { paths } from '#web/lib/paths.ts'
import { clearSession, getToken } from '#web/lib/session.ts'
import { sendLogout } from './accounts.api.ts'

async function forgetPages(): Promise<void> {
  // Absent on plain-http origins.
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}

/**
 * Ends the session here and on the server, forgets all that was stored, and loads /login anew so that
 * nothing stays in memory. Without an answer of the server the member is logged out here all the same.
 */
export function useLogout(leave: (path: string) => void = loadPage) {
  const [isPending, setPending] = useState(false)
  const logOut = async () => {
    setPending(true)
    const token = getToken()
    // First here: the server closes the socket at once, and what then answers 401 must find no session.
    clearSession()
    if (token !== null) await sendLogout(token).catch(() => undefined)
    await forgetPages().catch(() => undefined)
    setFlash('logged-out')
    leave(paths.login())
  }
  return { logOut, isPending }
}
