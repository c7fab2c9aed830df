import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import type { Log } from '#web/features/logs/logs.api.ts'
import { paths } from '#web/lib/paths.ts'
import { StarRating } from '#web/ui/star-rating.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './review-link.module.css'

/** What is commented on, and the way to it. */
export function ReviewLink({ log }: { log: Log }) {
  const { t } = useTranslation()
  const { title, user, rating } = log
  return (
    <Link className={styles.link} to={paths.review(log._id)}>
      <span className={styles.poster}>
        <FilmPoster film={log} sizes="40px" alt="" eager />
      </span>
      <span className={styles.text}>
        <VisuallyHidden>{t('review.title')}</VisuallyHidden>{' '}
        <span className={styles.title}>
          <bdi>{title}</bdi>
        </span>{' '}
        <span className={styles.author}>
          <bdi>@{user.username}</bdi>
          <StarRating value={rating} size="sm" label="" />
        </span>
      </span>
    </Link>
  )
}
