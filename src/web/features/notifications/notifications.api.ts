import { queryOptions } from '@tanstack/react-query'
import { countUnread } from '#shared/api/notifications.ts'
import { call } from '#web/lib/api.ts'

/** `{ count }` of the member's unread notifications; `userId` is the viewer. */
export const unreadCountQuery = (userId: string) =>
  queryOptions({
    queryKey: ['notifications', 'unread', userId],
    queryFn: ({ signal }) => call(countUnread, { params: { userId }, signal }),
    // They may have been read on another device meanwhile.
    refetchOnWindowFocus: 'always',
  })
