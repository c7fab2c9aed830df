import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  listNotificationGroups,
  markAllRead,
  markOneRead,
  type NotificationKind,
} from '#shared/api/notifications.ts'
import { call, callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'
import { unreadCountQuery } from './notifications.api.ts'
import { showBadge } from './push.ts'
import { broadcastRead, listKey, markRead, setUnread } from './notifications.cache.ts'

/** Milliseconds after all were marked as read, when the count is asked again. */
const recountDelayMs = 500

/** How many at once. */
const window = 24

/** All, or those of a kind. */
export const notificationsQuery = (kind: NotificationKind | null = null) =>
  pagedQuery({
    queryKey: kind === null ? listKey : [...listKey, kind],
    limit: window,
    load: (page, signal) =>
      callPage(listNotificationGroups, { query: { ...page, ...(kind !== null && { kind }) }, signal }),
  })

export const markAllReadMutation = (queryClient: QueryClient, userId: string) =>
  mutationOptions({
    mutationKey: ['notifications', 'read-all'],
    mutationFn: () => call(markAllRead),
    onSuccess: () => {
      markRead(queryClient, null)
      setUnread(queryClient, userId, () => 0)
      broadcastRead(userId)
      showBadge(0)
      setTimeout(() => {
        void queryClient.invalidateQueries({ queryKey: unreadCountQuery(userId).queryKey })
      }, recountDelayMs)
    },
  })

/** Marks what one row stands for: one notification, or (null) a group, for which one call marks all that is there. */
export const markReadMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string | null) =>
      id === null ? call(markAllRead) : call(markOneRead, { params: { id } }),
    onMutate: (id) => markRead(queryClient, id),
    // The usual case is that opening the list marked them already.
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: ['notifications', 'unread'],
        predicate: ({ state }) => (state.data as { count: number } | undefined)?.count !== 0,
      }),
  })
