import type { Notification } from '#shared/api/notifications.ts'
import { localDay } from '#web/lib/format.ts'
import { likedSubject } from './notification-rules.ts'

/** One row of the list: a notification, the likes of one thing, or what one member liked on a day. */
export interface NotificationGroup {
  /** Stays the same when likes come in. */
  key: string
  newest: Notification
  /** All that the row stands for, newest first. */
  ids: string[]
  /** Everybody once, the newest first. */
  people: Notification['from'][]
  /** The rows of the things that one member liked on a day; empty for all other rows. */
  parts: NotificationGroup[]
}

/** Likes of one thing share a row for so long after the first of them. */
const spanMs = 12 * 3_600_000

/**
 * Rows out of notifications, newest first: likes of the same review, comment or list within twelve hours become one, and
 * so do those of one member on one day.
 */
export const groupNotifications = (notifications: readonly Notification[]): NotificationGroup[] =>
  byMember(byThing(notifications))

/** From the oldest on: whichever comes joins the row of the first. */
function byThing(notifications: readonly Notification[]): NotificationGroup[] {
  const groups: NotificationGroup[] = []
  const open = new Map<string, { group: NotificationGroup; since: number }>()
  for (const notification of notifications.toReversed()) {
    const { _id, type, from, createdAt } = notification
    const thing = likedSubject(notification)
    const at = Date.parse(createdAt)
    const known = thing === null ? undefined : open.get(`${type} ${thing}`)
    if (known && at - known.since <= spanMs) {
      const { group } = known
      group.newest = notification
      group.ids.unshift(_id)
      group.people = [from, ...group.people.filter((person) => person._id !== from._id)]
      continue
    }
    const group = { key: _id, newest: notification, ids: [_id], people: [from], parts: [] }
    groups.push(group)
    if (thing !== null) open.set(`${type} ${thing}`, { group, since: at })
  }
  const places = new Map(notifications.map(({ _id }, place) => [_id, place]))
  const placeOf = ({ newest }: NotificationGroup) => places.get(newest._id) ?? 0
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Several things that one member liked on a day, alone, become one row at the place of the newest. */
function byMember(groups: readonly NotificationGroup[]): NotificationGroup[] {
  const keyOf = ({ newest, people }: NotificationGroup) =>
    people.length > 1 || likedSubject(newest) === null
      ? null
      : `${newest.type} ${newest.from._id} ${localDay(new Date(newest.createdAt))}`
  const together = Map.groupBy(groups, keyOf)
  return groups.flatMap((group) => {
    const key = keyOf(group)
    const parts = (key !== null && together.get(key)) || [group]
    if (key === null || parts.length === 1) return [group]
    if (parts[0] !== group) return []
    return [{ ...group, key, ids: parts.flatMap(({ ids }) => ids), parts }]
  })
}
