import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRealtime } from '#web/lib/realtime.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotificationRow } from './notification-row.tsx'
import { markAllReadMutation, notificationsQuery } from './notifications.api.ts'
import styles from './notification-list.module.css'

const skeletonRows = 8

/**
 * The member's notifications. Seeing them marks all as read, also those that arrive meanwhile; they keep
 * their unread look until the member leaves, so that what is new can be told.
 */
export function NotificationList({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: notifications, isPending } = useQuery(notificationsQuery())
  const { mutate: readAll } = useMutation(markAllReadMutation(queryClient, userId))

  // Only after the list is here: marking first would hide what is new.
  const settled = !isPending
  useEffect(() => {
    if (settled) readAll()
  }, [settled, readAll])
  useRealtime('notification', () => readAll())

  if (isPending) {
    return (
      <div className={styles.list} aria-hidden="true">
        {Array.from({ length: skeletonRows }, (_, row) => (
          <Skeleton key={row} height="4.75rem" radius="var(--radius-card)" />
        ))}
      </div>
    )
  }
  if (!notifications || notifications.length === 0) return <EmptyState text={t('notifications.empty')} />
  return (
    <ul className={styles.list}>
      {notifications.map((notification) => (
        <li key={notification._id}>
          <NotificationRow notification={notification} />
        </li>
      ))}
    </ul>
  )
}
