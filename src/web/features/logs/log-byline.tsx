import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import styles from './log-byline.module.css'

interface LogBylineProps {
  log: {
    user: { _id: string; username: string; avatar: string | null }
    rating: number | null
    rewatchCount: number
    createdAt: string
  }
  size?: 'card' | 'page'
}

/** Who, how many stars, how often, when. Picture and name are one link to the profile. */
export function LogByline({ log, size = 'card' }: LogBylineProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.byline}>
      <Link className={styles.author} to={paths.profile(log.user._id)}>
        <Avatar src={avatarUrl(log.user.avatar)} size={size === 'page' ? 44 : 32} />
        <bdi className={styles.name}>@{log.user.username}</bdi>
      </Link>
      <span className={styles.facts}>
        {log.rating === null ? null : (
          <StarRating
            value={log.rating}
            size={size === 'page' ? 'md' : 'sm'}
            label={t('common.stars', { value: log.rating })}
          />
        )}
        {log.rewatchCount > 0 ? (
          <bdi className={styles.rewatch} dir="ltr">
            {log.rewatchCount}x
          </bdi>
        ) : null}
        <Age className={styles.time} at={log.createdAt} />
      </span>
    </div>
  )
}
