import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { countUnread, listNotifications, markAllRead, markOneRead } from '#shared/api/notifications.ts'
import { call } from '#web/lib/api.ts'
import { markRead, setUnread } from './notifications.cache.ts'

/** Specification 1, section 9: the count is asked again this long after all were marked as read. */
const recountDelay = 500

export const notificationsQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'list'],
    queryFn: ({ signal }) => call(listNotifications, { signal }),
  })

/** `{ count }` of the member's unread notifications; `userId` is the viewer. */
export const unreadCountQuery = (userId: string) =>
  queryOptions({
    queryKey: ['notifications', 'unread', userId],
    queryFn: ({ signal }) => call(countUnread, { params: { userId }, signal }),
  })

/** The rows keep their unread look during the visit, so that the member sees what is new; the next one asks again. */
export const markAllReadMutation = (queryClient: QueryClient, userId: string) =>
  mutationOptions({
    mutationKey: ['notifications', 'read-all'],
    mutationFn: () => call(markAllRead),
    onSuccess: () => {
      setUnread(queryClient, userId, () => 0)
      void queryClient.invalidateQueries({ queryKey: notificationsQuery().queryKey, refetchType: 'none' })
      setTimeout(() => {
        void queryClient.invalidateQueries({ queryKey: unreadCountQuery(userId).queryKey })
      }, recountDelay)
    },
  })

export const markOneReadMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(markOneRead, { params: { id } }),
    onMutate: (id) => markRead(queryClient, (notification) => notification._id === id),
  })
