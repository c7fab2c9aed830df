import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { Section } from '#web/ui/section.tsx'
import { ReviewCard } from './review-card.tsx'
import styles from './popular-reviews.module.css'

const shown = 3

/** The most liked reviews of a film; all of them are a screen of their own. */
export function PopularReviews({ film }: { film: Pick<FilmPage, 'id' | 'popularReviews'> }) {
  const { t } = useTranslation()
  const reviews = film.popularReviews.slice(0, shown)
  return (
    <Section
      title={t('film.reviews')}
      action={reviews.length > 0 ? <Link to={paths.filmReviews(film.id)}>{t('film.allReviews')}</Link> : null}
    >
      {reviews.length > 0 ? (
        <ul className={styles.list}>
          {reviews.map((log) => (
            <li key={log._id}>
              <ReviewCard log={log} />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t('film.reviewsEmpty')}</p>
      )}
    </Section>
  )
}
