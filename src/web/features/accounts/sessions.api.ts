import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { endAllSessions, endSession, listSessions, logout } from '#shared/api/accounts.ts'
import { call } from '#web/lib/api.ts'
import { removeEntity } from '#web/lib/entity-cache.ts'
import { clearSession, getToken } from '#web/lib/session.ts'

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call(listSessions, { signal }),
  })

/** Signs one device out; it leaves the list only after the server said so. */
export const endSessionMutation = (queryClient: QueryClient, sessionId: string) =>
  mutationOptions({
    mutationFn: () => call(endSession, { params: { sessionId } }),
    onSuccess: () => removeEntity(queryClient, sessionId),
    // The session may have ended meanwhile: the list is out of date then.
    onError: () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })

/** Ends all sessions, the one that asks too. */
export const endAllSessionsMutation = () => mutationOptions({ mutationFn: () => call(endAllSessions) })

/** After this a logout no longer waits for the server. */
const logoutTimeoutMs = 5000

/** Ends the session here and on the server. Without an answer of the server it is over here all the same. */
export const logoutMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'logout'],
    mutationFn: async () => {
      const token = getToken()
      // First here: the server closes the socket at once, and what then answers 401 must find no session.
      clearSession()
      if (token === null) return
      const headers = { Authorization: `Bearer ${token}` }
      await call(logout, { headers, signal: AbortSignal.timeout(logoutTimeoutMs) }).catch(() => undefined)
    },
  })
