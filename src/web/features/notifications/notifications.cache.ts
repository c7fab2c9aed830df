import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Notification } from '#shared/api/notifications.ts'
import type { Page } from '#web/lib/api.ts'

type List = InfiniteData<Page<Notification[]>, string | null>

export const listKey = ['notifications', 'list']
const unreadKey = (userId: string) => ['notifications', 'unread', userId]

export function setUnread(queryClient: QueryClient, userId: string, change: (count: number) => number): void {
  queryClient.setQueryData<{ count: number }>(unreadKey(userId), (answer) => ({
    count: change(answer?.count ?? 0),
  }))
}

/** Changes the pages that are there, if any, each on its own: of all of them, or (`exact`) of the list of all kinds. */
function changePages(
  queryClient: QueryClient,
  change: (notifications: Notification[], page: number) => Notification[],
  exact = false,
): void {
  queryClient.setQueriesData<List>(
    { queryKey: listKey, exact },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, at) => ({ ...page, answer: change(page.answer, at) })),
      },
  )
}

/**
 * Puts a live notification on top of the list and counts it. False when the
 * list already has it.
 */
export function receiveNotification(
  queryClient: QueryClient,
  userId: string,
  notification: Notification,
): boolean {
  const list = queryClient.getQueryData<List>(listKey)
  if (list?.pages.some(({ answer }) => answer.some(({ _id }) => _id === notification._id))) return false
  changePages(queryClient, (known, page) => (page === 0 ? [notification, ...known] : known), true)
  // Whichever kind it is of.
  void queryClient.invalidateQueries({
    queryKey: listKey,
    predicate: ({ queryKey }) => queryKey.length > listKey.length,
  })
  setUnread(queryClient, userId, (count) => count + 1)
  return true
}

export function markRead(queryClient: QueryClient, which: (notification: Notification) => boolean): void {
  changePages(queryClient, (known) =>
    known.map((notification) =>
      !notification.read && which(notification) ? { ...notification, read: true } : notification,
    ),
  )
}

/** One object a page: a channel does not receive its own messages, only the other tabs and windows do. */
let channel: BroadcastChannel | null = null

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel('scene.notifications-read')
  return channel
}

/** Tells the other tabs of this browser that the member's notifications were read. */
export function broadcastRead(userId: string): void {
  open()?.postMessage(userId)
}

/** Calls back when another tab has read the member's notifications. Gives the function that stops it. */
export function onReadElsewhere(userId: string, callback: () => void): () => void {
  const opened = open()
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === userId) callback()
  }
  opened?.addEventListener('message', onMessage)
  return () => opened?.removeEventListener('message', onMessage)
}
