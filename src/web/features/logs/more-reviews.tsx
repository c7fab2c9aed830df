import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import type { Log, WholeLog } from './logs.api.ts'
import { ReviewExcerpt } from './review-text.tsx'
import styles from './more-reviews.module.css'

const shownReviews = 3
const excerptWords = 15

/** Other reviews by the author of this one. */
export function MoreReviews({ log }: { log: Pick<WholeLog, 'user' | 'moreReviews'> }) {
  const { t } = useTranslation()
  if (log.moreReviews.length === 0) return null
  return (
    <section className={styles.more} aria-labelledby="more-reviews">
      <h2 id="more-reviews">
        {t('review.moreBy')} <bdi>@{log.user.username}</bdi>
      </h2>
      <ul className={styles.list}>
        {log.moreReviews.slice(0, shownReviews).map((other) => (
          <li key={other._id}>
            <MoreReview log={other} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MoreReview({ log }: { log: Log }) {
  const { t } = useTranslation()
  return (
    <Link className={styles.card} to={paths.review(log._id)}>
      <span className={styles.poster}>
        <FilmPoster film={log} sizes="56px" alt="" />
      </span>
      <span className={styles.text}>
        <span className={styles.title}>
          <bdi>{log.title}</bdi>
        </span>{' '}
        <StarRating value={log.rating} size="sm" label={t('common.stars', { value: log.rating ?? 0 })} />{' '}
        <ReviewExcerpt className={styles.excerpt} log={log} words={excerptWords} />
      </span>
    </Link>
  )
}
