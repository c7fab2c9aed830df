import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Notification } from '#shared/api/notifications.ts'
import { paths } from '#shared/paths.ts'
import { avatarUrl, defaultPoster, posterSource } from '#web/lib/pictures.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Poster } from '#web/ui/picture.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { NotificationGroup } from './notification-groups.ts'
import { notificationTarget, notificationText, type NotificationTarget } from './notification-rules.ts'
import styles from './notification-row.module.css'

function pathOf(target: NotificationTarget): string {
  if (target.to === 'film') return paths.film(target.id)
  if (target.to === 'profile') return paths.profile(target.id)
  return target.to === 'list' ? paths.list(target.id) : paths.review(target.id)
}

interface NotificationRowProps {
  group: NotificationGroup
  isUnread: boolean
  /** Pressed: what the row stands for is to be marked as read. */
  onOpen: (group: NotificationGroup) => void
}

/** One notification, or likes of one thing; a press goes to what it is about. */
export function NotificationRow({ group, isUnread, onOpen }: NotificationRowProps) {
  const { t } = useTranslation()
  const { newest } = group
  const target = notificationTarget(newest)
  const open = () => onOpen(group)
  const content = (
    <>
      <span className={styles.dot} data-unread={isUnread}>
        {isUnread ? <VisuallyHidden>{t('notifications.unread')} </VisuallyHidden> : null}
      </span>
      <Faces people={group.people} />
      <span className={styles.text}>
        <span>
          <Sentence group={group} />
        </span>
        <span className={styles.about}>
          {newest.title === null ? null : (
            <>
              <bdi className={styles.title}>{newest.title}</bdi>
              <span aria-hidden="true">·</span>
            </>
          )}
          <Age className={styles.time} at={newest.createdAt} />
        </span>
      </span>
      {newest.poster === null ? null : (
        <span className={styles.poster}>
          <Poster {...posterSource(newest.poster)} fallback={defaultPoster} sizes="40px" alt="" />
        </span>
      )}
    </>
  )
  return target === null ? (
    <button type="button" className={styles.row} data-read={!isUnread} onClick={open}>
      {content}
    </button>
  ) : (
    <Link className={styles.row} data-read={!isUnread} to={pathOf(target)} onClick={open}>
      {content}
    </Link>
  )
}

/** Who did what; of a group the newest by name and how many others. */
function Sentence({ group: { newest, people } }: { group: NotificationGroup }) {
  const { t } = useTranslation()
  const name = <bdi className={styles.name}>@{newest.from.username}</bdi>
  const text = notificationText(newest)
  const count = people.length - 1
  if (count > 0 && (text === 'reviewLike' || text === 'reaction' || text === 'listLike')) {
    return <TextWithSlot text={t(`notifications.group.${text}`, { count, name: slot })}>{name}</TextWithSlot>
  }
  return (
    <>
      {name} {t(`notifications.text.${text}`)}
    </>
  )
}

/** The picture of one member, or those of the newest two, one over the other in the same room. */
function Faces({ people: [first, second] }: { people: Notification['from'][] }) {
  if (!second) return <Avatar src={avatarUrl(first?.avatar)} size={44} />
  return (
    <span className={styles.faces}>
      <span className={styles.behind}>
        <Avatar src={avatarUrl(second.avatar)} size={32} />
      </span>
      <span className={styles.front}>
        <Avatar src={avatarUrl(first?.avatar)} size={32} />
      </span>
    </span>
  )
}
