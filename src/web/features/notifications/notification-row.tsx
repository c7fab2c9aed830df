import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Notification } from '#shared/api/notifications.ts'
import { paths } from '#web/lib/paths.ts'
import { avatarUrl, defaultPoster, posterSource } from '#web/lib/pictures.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Poster } from '#web/ui/picture.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { notificationTarget, notificationText, type NotificationTarget } from './notification-rules.ts'
import { markOneReadMutation } from './notifications.api.ts'
import styles from './notification-row.module.css'

function pathOf(target: NotificationTarget): string {
  if (target.to === 'film') return paths.film(target.id)
  if (target.to === 'profile') return paths.profile(target.id)
  return target.to === 'list' ? paths.list(target.id) : paths.review(target.id)
}

/** One notification; a press marks it read and goes to what it is about. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate: markRead } = useMutation(markOneReadMutation(queryClient))
  const target = notificationTarget(notification)
  const open = () => {
    if (!notification.read) markRead(notification._id)
  }
  const content = (
    <>
      <span className={styles.dot} data-unread={!notification.read}>
        {notification.read ? null : <VisuallyHidden>{t('notifications.unread')}</VisuallyHidden>}
      </span>
      <Avatar src={avatarUrl(notification.from.avatar)} size={44} />
      <span className={styles.text}>
        <span>
          <bdi className={styles.name}>{notification.from.username}</bdi>{' '}
          {t(`notifications.text.${notificationText(notification)}`)}
        </span>
        <span className={styles.about}>
          {notification.title === null ? null : (
            <>
              <span className={styles.title} dir="auto">
                {notification.title}
              </span>
              <span aria-hidden="true">·</span>
            </>
          )}
          <RelativeTime className={styles.time} at={notification.createdAt} />
        </span>
      </span>
      {notification.poster === null ? null : (
        <span className={styles.poster}>
          <Poster {...posterSource(notification.poster)} fallback={defaultPoster} sizes="40px" alt="" />
        </span>
      )}
    </>
  )
  return target === null ? (
    <button type="button" className={styles.row} data-read={notification.read} onClick={open}>
      {content}
    </button>
  ) : (
    <Link className={styles.row} data-read={notification.read} to={pathOf(target)} onClick={open}>
      {content}
    </Link>
  )
}
