import { useState } from 'react'
import type { Notification } from '#shared/api/notifications.ts'

/**
 * Which rows look unread during this visit: what was unread when it was first seen, until it is opened,
 * although the server is told at once that all were read.
 */
export function useUnreadLook(notifications: readonly Notification[] | undefined) {
  const [seen, setSeen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const fresh = (notifications ?? []).filter(({ _id, read }) => !read && !seen.has(_id))
  // While rendering: in an effect the rows would be drawn as read for one frame.
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map(({ _id }) => [_id, true] as const)]))
  const mark = (ids: readonly string[], unread: boolean) =>
    setSeen((known) => new Map([...known, ...ids.map((id) => [id, unread] as const)]))
  return {
    isUnread: (ids: readonly string[]) => ids.some((id) => seen.get(id) === true),
    /** For what arrives live: it may be marked as read before it is drawn. */
    add: (id: string) => mark([id], true),
    forget: (ids: readonly string[]) => mark(ids, false),
  }
}
