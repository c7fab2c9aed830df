import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '#shared/api/notifications.ts'

const listKey = ['notifications', 'list']
const unreadKey = (userId: string) => ['notifications', 'unread', userId]

export function setUnread(queryClient: QueryClient, userId: string, change: (count: number) => number): void {
  queryClient.setQueryData<{ count: number }>(unreadKey(userId), (answer) => ({
    count: change(answer?.count ?? 0),
  }))
}

/**
 * Puts a live notification on top of the list and counts it (specification 1, section 4). False when the
 * list already has it.
 */
export function receiveNotification(
  queryClient: QueryClient,
  userId: string,
  notification: Notification,
): boolean {
  const list = queryClient.getQueryData<Notification[]>(listKey)
  if (list?.some((known) => known._id === notification._id)) return false
  if (list) queryClient.setQueryData<Notification[]>(listKey, [notification, ...list])
  setUnread(queryClient, userId, (count) => count + 1)
  return true
}

export function markRead(queryClient: QueryClient, which: (notification: Notification) => boolean): void {
  queryClient.setQueryData<Notification[]>(listKey, (list) =>
    list?.map((notification) =>
      !notification.read && which(notification) ? { ...notification, read: true } : notification,
    ),
  )
}
