import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  countedMembers,
  groupParts,
  sampleMembers,
  type Notification,
  type NotificationGroup,
} from '#shared/api/notifications.ts'
import type { LiveNotification } from '#shared/realtime.ts'
import type { Page } from '#web/lib/api.ts'

type List = InfiniteData<Page<NotificationGroup[]>, string | null>

export const listKey = ['notifications', 'list']
const unreadKey = (userId: string) => ['notifications', 'unread', userId]

export function setUnread(queryClient: QueryClient, userId: string, change: (count: number) => number): void {
  queryClient.setQueryData<{ count: number }>(unreadKey(userId), (answer) => ({
    count: change(answer?.count ?? 0),
  }))
}

/**
 * Puts a live notification on top of the list, into the group that it joins if that is there, and counts it. False when
 * the list already has it.
 */
export function receiveNotification(
  queryClient: QueryClient,
  userId: string,
  live: LiveNotification,
): boolean {
  const groups = queryClient.getQueryData<List>(listKey)?.pages.flatMap(({ answer }) => answer) ?? []
  const shown = groups.flatMap(({ newest, parts }) => [newest, ...parts])
  if (shown.some(({ _id }) => _id === live._id)) return false
  const { joined, group } = joinGroup(groups, live)
  queryClient.setQueryData<List>(
    listKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, at) => {
          const others = page.answer.filter((one) => one !== joined)
          return { ...page, answer: at === 0 ? [group, ...others] : others }
        }),
      },
  )
  // Whichever kind it is of.
  void queryClient.invalidateQueries({
    queryKey: listKey,
    predicate: ({ queryKey }) => queryKey.length > listKey.length,
  })
  setUnread(queryClient, userId, (count) => count + 1)
  return true
}

/** The group of those that are there which a notification joins, and how it is then; or one of its own. */
function joinGroup(groups: readonly NotificationGroup[], live: LiveNotification) {
  const { groupKey, dayKey, kind, ...newest } = live
  const first = { newest, read: false }
  const thing = groups.find(({ key }) => key === groupKey)
  if (thing) {
    const count = Math.min(thing.count + 1, countedMembers)
    const others = thing.members.filter(({ _id }) => _id !== newest.from._id)
    const members = [newest.from, ...others].slice(0, sampleMembers)
    return { joined: thing, group: { ...thing, ...first, dayKey: null, count, members } }
  }
  const day = groups.find((group) => dayKey !== null && group.dayKey === dayKey)
  if (day) {
    const known = day.parts.length > 0 ? day.parts : [day.newest]
    const parts = [newest, ...known].slice(0, groupParts)
    return {
      joined: day,
      group: { ...day, ...first, key: day.dayKey ?? day.key, count: day.count + 1, parts },
    }
  }
  const group = { ...first, key: groupKey, dayKey, kind, count: 1, members: [newest.from], parts: [] }
  return { joined: undefined, group }
}

/** One notification, or (null) all. */
export function markRead(queryClient: QueryClient, id: string | null): void {
  const marked = (one: Notification) => (id === null || one._id === id ? { ...one, read: true } : one)
  queryClient.setQueriesData<List>(
    { queryKey: listKey },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          answer: page.answer.map((group) => {
            const newest = marked(group.newest)
            const parts = group.parts.map(marked)
            const isAll =
              group.count === Math.max(parts.length, 1) && [newest, ...parts].every((one) => one.read)
            return { ...group, newest, parts, read: id === null || group.read || isAll }
          }),
        })),
      },
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
