import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { endAllSessions, endSession, listSessions } from '#shared/api/accounts.ts'
import { call } from '#web/lib/api.ts'
import { removeEntity } from '#web/lib/entity-cache.ts'

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
    // Of a session that ended meanwhile the list is out of date.
    onError: () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })

/** Ends all sessions, the one that asks too. */
export const endAllSessionsMutation = () => mutationOptions({ mutationFn: () => call(endAllSessions) })
