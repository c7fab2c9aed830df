import { Heart, MessageSquareText } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmPoster, wallSizes } from '#web/features/films/film-poster.tsx'
import type { LoggedFilm } from '#web/features/logs/logs.api.ts'
import { StarRating } from '#web/ui/star-rating.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './tab-tile.module.css'

/** A logged film with its marks; opens the review where there is one with text, else the film. */
export const FilmTile = memo(function FilmTile({ film, eager }: { film: LoggedFilm; eager: boolean }) {
  const { t } = useTranslation()
  const name = [
    film.title,
    ...(film.rating === null ? [] : [t('log.tile.rated', { value: film.rating })]),
    ...(film.isFavorite ? [t('profile.filmsTab.favorite')] : []),
    ...(film.reviewId === null ? [] : [t('log.tile.hasReview')]),
  ].join(t('log.tile.separator'))
  return (
    <Link
      className={styles.tile}
      to={film.reviewId === null ? paths.film(film.tmdbId) : paths.review(film.reviewId)}
    >
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={styles.picture} aria-hidden="true">
        <FilmPoster film={film} sizes={wallSizes} alt="" eager={eager} />
      </span>
      <span className={styles.marks} aria-hidden="true">
        <StarRating value={film.rating} size="sm" label="" />
        <span className={styles.icons}>
          {film.isFavorite ? <Heart size={14} className={styles.heart} data-icon="favorite" /> : null}
          {film.reviewId === null ? null : <MessageSquareText size={14} data-icon="review" />}
        </span>
      </span>
    </Link>
  )
})
