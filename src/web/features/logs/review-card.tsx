import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { MemberGif } from '#web/features/gifs/member-gif.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { LikeButton } from './like-button.tsx'
import { LogByline } from './log-byline.tsx'
import { LogImage } from './log-image.tsx'
import { LogTags } from './log-tags.tsx'
import { cardPath } from './log-target.ts'
import { LogTime } from './log-time.tsx'
import type { Log } from './logs.api.ts'
import { ReviewText } from './review-text.tsx'
import styles from './review-card.module.css'

interface ReviewCardProps {
  log: Log
  /** What the card begins with: the author on a film's screen, the film on the author's. */
  head?: 'author' | 'film'
  /** What the film's head tells. */
  time?: 'created' | 'watched'
  /** Beside the heart. */
  action?: ReactNode
}

/** A review in a list. A press anywhere opens it; what lies on it stays a target of its own. */
export function ReviewCard({ log, head = 'author', time = 'created', action }: ReviewCardProps) {
  const { t } = useTranslation()
  const name = log.user.username
  const title = t('review.by', { title: log.title, name })
  const path = cardPath(log)
  return (
    <article className={styles.card} aria-label={title}>
      {path === null ? null : <Link className={styles.open} to={path} aria-label={title} />}
      {head === 'film' ? <FilmHead log={log} time={time} /> : <LogByline log={log} />}
      <ReviewText log={log} clamp />
      <LogTags log={log} />
      {log.image === null ? null : <LogImage src={log.image} name={name} />}
      {log.gif === null ? null : <MemberGif gif={log.gif} details={log.gifDetails} name={name} />}
      <div className={styles.foot}>
        <LikeButton log={log} />
        {action}
        <span className={styles.replies}>{t('review.replies', { count: log.replyCount })}</span>
      </div>
    </article>
  )
}

function FilmHead({ log, time }: { log: Log; time: 'created' | 'watched' }) {
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
        <LogTime className={styles.time} log={log} time={time} />
      </div>
    </div>
  )
}
