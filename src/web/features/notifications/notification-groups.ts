import type { Notification } from '#shared/api/notifications.ts'
import { likedSubject } from './notification-rules.ts'

/** One row of the list: a notification, or the likes of one thing at the place of the newest. */
export interface NotificationGroup {
  /** Stays the same when likes come in. */
  key: string
  newest: Notification
  /** All that the row stands for, newest first. */
  ids: string[]
  /** Everybody once, the newest first. */
  people: Notification['from'][]
}

/** Rows out of notifications, newest first: likes of the same review, comment or list become one. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const notification of notifications) {
    const { _id, type, from } = notification
    const thing = likedSubject(notification)
    const key = thing === null ? _id : `${type} ${thing}`
    const group = groups.get(key)
    if (!group) {
      groups.set(key, { key, newest: notification, ids: [_id], people: [from] })
      continue
    }
    group.ids.push(_id)
    if (!group.people.some((person) => person._id === from._id)) group.people.push(from)
  }
  return [...groups.values()]
}
