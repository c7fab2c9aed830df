import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import type { Log } from '#web/features/logs/logs.api.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import styles from './share-card.module.css'

interface ShareCardProps {
  log: Pick<Log, 'title' | 'poster' | 'posterOverride' | 'rating' | 'user'>
  ref: Ref<HTMLElement>
}

/** The poster's width on screen, three times over: the picture is drawn at that scale. */
const drawnWidth = `${328 * 3}px`

/** A review as a picture to share. */
export function ShareCard({ log, ref }: ShareCardProps) {
  const { t } = useTranslation()
  return (
    <article
      ref={ref}
      className={styles.card}
      aria-label={t('review.by', { title: log.title, name: log.user.username })}
    >
      <span className={styles.poster}>
        <FilmPoster film={log} sizes={drawnWidth} alt="" eager />
      </span>
      <p className={styles.author}>
        <Avatar src={avatarUrl(log.user.avatar)} size={32} eager />
        <bdi>@{log.user.username}</bdi>
      </p>
      <p className={styles.rated}>
        <span>{t('share.card.rated')}</span>
        <bdi className={styles.title}>{log.title}</bdi>
      </p>
      <StarRating
        className={styles.stars}
        value={log.rating}
        label={t('common.stars', { value: log.rating ?? 0 })}
      />
      <p className={styles.on}>
        {t('share.card.on')} <Logo size={22} />
      </p>
    </article>
  )
}
