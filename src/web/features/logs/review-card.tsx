import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { realReview } from '#shared/review-text.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { Gif } from '#web/ui/gif.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { LikeButton } from './like-button.tsx'
import { LogByline } from './log-byline.tsx'
import { tilePath } from './log-target.ts'
import type { Log } from './logs.api.ts'
import styles from './review-card.module.css'

interface ReviewCardProps {
  log: Log
  /** What the card begins with: the author on a film's screen, the film on the author's. */
  head?: 'author' | 'film'
}

/** A review in a list. A press anywhere opens it; what lies on it stays a target of its own. */
export function ReviewCard({ log, head = 'author' }: ReviewCardProps) {
  const { t } = useTranslation()
  const name = log.user.username
  const title = t('review.by', { title: log.title, name })
  const text = realReview(log.review)
  return (
    <article className={styles.card} aria-label={title}>
      <Link className={styles.open} to={tilePath(log)} aria-label={title} />
      {head === 'film' ? <FilmHead log={log} /> : <LogByline log={log} />}
      {text === '' ? null : (
        <ClampedText
          key={text}
          text={text}
          moreLabel={t('common.readMore')}
          lessLabel={t('review.readLess')}
        />
      )}
      {log.image === null ? null : (
        <img className={styles.image} src={log.image} alt={t('review.imageAlt', { name })} loading="lazy" />
      )}
      {log.gif === null ? null : (
        <Gif src={log.gif} alt={t('review.gifAlt', { name })} playLabel={t('review.gifPlay')} />
      )}
      <div className={styles.foot}>
        <LikeButton log={log} />
        <span className={styles.replies}>{t('review.replies', { count: log.replyCount })}</span>
      </div>
    </article>
  )
}

function FilmHead({ log }: { log: Log }) {
  const { t } = useTranslation()
  return (
    <div className={styles.film}>
      <span className={styles.poster}>
        <FilmPoster film={log} sizes="56px" alt="" />
      </span>
      <div className={styles.facts}>
        <h2 className={styles.title}>
          <bdi>{log.title}</bdi>
        </h2>
        <StarRating value={log.rating} label={t('common.stars', { value: log.rating ?? 0 })} />
        <RelativeTime className={styles.time} at={log.watchedAt ?? log.createdAt} />
      </div>
    </div>
  )
}
