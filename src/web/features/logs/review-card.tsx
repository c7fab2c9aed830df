import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { realReview } from '#shared/review-text.ts'
import { paths } from '#web/lib/paths.ts'
import { LikeButton } from './like-button.tsx'
import { LogByline } from './log-byline.tsx'
import type { Log } from './logs.api.ts'
import styles from './review-card.module.css'

/** A review in a list. A press anywhere opens it; author and heart stay targets of their own. */
export function ReviewCard({ log }: { log: Log }) {
  const { t } = useTranslation()
  return (
    <article
      className={styles.card}
      aria-label={t('review.by', { title: log.title, name: log.user.username })}
    >
      <LogByline log={log} />
      <p className={styles.text} dir="auto">
        {realReview(log.review)}
      </p>
      {log.image === null ? null : (
        <img
          className={styles.image}
          src={log.image}
          alt={t('review.imageAlt', { name: log.user.username })}
          loading="lazy"
        />
      )}
      <div className={styles.foot}>
        <LikeButton log={log} />
        <span className={styles.replies}>{t('review.replies', { count: log.replyCount })}</span>
      </div>
      <Link
        className={styles.open}
        to={paths.review(log._id)}
        aria-label={t('review.by', { title: log.title, name: log.user.username })}
      />
    </article>
  )
}
