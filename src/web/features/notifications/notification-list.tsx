import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '#shared/api/notifications.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { groupNotifications, type NotificationGroup } from './notification-groups.ts'
import { markAllReadMutation, markReadMutation, notificationsQuery } from './notification-list.api.ts'
import { NotificationRow } from './notification-row.tsx'
import styles from './notification-list.module.css'

const skeletonRows = 8

/**
 * The member's notifications. Seeing them marks all as read, also those that arrive meanwhile; they keep
 * their unread look until the member leaves, so that what is new can be told.
 */
export function NotificationList({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const online = useOnline()
  const queryClient = useQueryClient()
  const answer = useInfiniteQuery(notificationsQuery())
  const { mutate: readAll } = useMutation(markAllReadMutation(queryClient, userId))
  const { mutate: markRead } = useMutation(markReadMutation(queryClient))
  const notifications = pageItems(answer.data, ({ _id }) => _id)
  const look = useUnreadLook(notifications)

  // Only after the list is here: marking first would hide what is new.
  const isHere = notifications !== undefined
  useEffect(() => {
    if (isHere) readAll()
  }, [isHere, readAll])
  useRealtime('notification', ({ _id }) => {
    look.add(_id)
    readAll()
  })

  const open = ({ ids }: NotificationGroup) => {
    if (!look.isUnread(ids)) return
    look.forget(ids)
    markRead(ids)
  }
  return (
    <PagedList
      pages={answer}
      items={notifications}
      skeleton={
        <div className={styles.list} aria-busy="true">
          <div className={styles.list} aria-hidden="true">
            {Array.from({ length: skeletonRows }, (_, row) => (
              <Skeleton key={row} height="4.75rem" radius="var(--radius-card)" />
            ))}
          </div>
        </div>
      }
      empty={t('notifications.empty')}
      failed={t(online ? 'notifications.failed' : 'notifications.offline')}
    >
      {(shown) => (
        <ul className={styles.list}>
          {groupNotifications(shown).map((group) => (
            <li key={group.key}>
              <NotificationRow group={group} isUnread={look.isUnread(group.ids)} onOpen={open} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/**
 * Which rows look unread during this visit: what was unread when it was first seen, until it is opened,
 * although the server is told at once that all were read.
 */
function useUnreadLook(notifications: readonly Notification[] | undefined) {
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
