import { FilmTitle } from '#web/features/films/film-title.tsx'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import type { Log } from '../logs.api.ts'
import { LikeButton, LogByline } from './review-card.tsx'
import cardStyles from './review-card.module.css'
import styles from './film-review-card.module.css'
import { ReviewText } from './review-text.tsx'

interface FilmReviewCardProps {
  log: Log
  /** The comments are on the same screen. */
  aboveComments?: boolean
}

/** A review with both its author and its film: the words first, four lines of them. A press anywhere opens it. */
export function FilmReviewCard({ log, aboveComments = false }: FilmReviewCardProps) {
  const { t } = useTranslation()
  const title = t('review.by', { title: log.title, name: log.user.username })
  const replies = t('review.replies', { count: log.replyCount })
  return (
    <article className={cardStyles.card} aria-label={title}>
      <Link className={cardStyles.open} to={paths.review(log._id)} aria-label={title} />
      <div className={styles.body}>
        <div className={styles.words}>
          <LogByline log={log} />
          <FilmTitle film={log} className={styles.title} />
          <ReviewText log={log} clamp lines={4} />
        </div>
        <Link className={styles.poster} to={paths.film(log.tmdbId)}>
          <FilmPoster film={log} sizes="56px" alt={log.title} />
        </Link>
      </div>
      <div className={cardStyles.foot}>
        <LikeButton log={log} />
        {aboveComments ? (
          <span className={cardStyles.replies}>{replies}</span>
        ) : (
          <Link className={styles.reply} to={paths.replies(log._id)}>
            <MessageCircle aria-hidden="true" size={20} />
            {log.replyCount === 0 ? t('review.reply') : replies}
          </Link>
        )}
      </div>
    </article>
  )
}
