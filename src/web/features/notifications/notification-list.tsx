import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pageItems } from '#web/lib/paged-query.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { groupNotifications, type NotificationGroup } from './notification-groups.ts'
import { NotificationRow } from './notification-row.tsx'
import { markAllReadMutation, markReadMutation, notificationsQuery } from './notification-list.api.ts'
import { useUnreadLook } from './use-unread-look.ts'
import styles from './notification-list.module.css'

const skeletonRows = 8

/**
 * The member's notifications. Seeing them marks all as read, also those that arrive meanwhile; they keep
 * their unread look until the member leaves, so that what is new can be told.
 */
export function NotificationList({ userId }: { userId: string }) {
  const { t } = useTranslation()
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

  if (answer.isPending) {
    return (
      <div className={styles.list} aria-busy="true">
        <div className={styles.list} aria-hidden="true">
          {Array.from({ length: skeletonRows }, (_, row) => (
            <Skeleton key={row} height="4.75rem" radius="var(--radius-card)" />
          ))}
        </div>
      </div>
    )
  }
  if (!notifications) return <Failed onRetry={() => void answer.refetch()} />
  if (notifications.length === 0) return <EmptyState text={t('notifications.empty')} />

  const open = ({ ids }: NotificationGroup) => {
    if (!look.isUnread(ids)) return
    look.forget(ids)
    markRead(ids)
  }
  return (
    <>
      <ul className={styles.list}>
        {groupNotifications(notifications).map((group) => (
          <li key={group.key}>
            <NotificationRow group={group} isUnread={look.isUnread(group.ids)} onOpen={open} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={answer.hasNextPage}
        isLoading={answer.isFetchingNextPage}
        onMore={() => void answer.fetchNextPage()}
        label={t('common.loadMore')}
      />
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <EmptyState
      text={t(online ? 'notifications.failed' : 'notifications.offline')}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  )
}
