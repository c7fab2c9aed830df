import { Heart, MessageSquareText } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { AudienceMark } from '#web/features/audiences/audience-mark.tsx'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { wallSizes } from '#web/features/films/film-poster.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import type { LoggedFilm } from '#web/features/logs/logs.api.ts'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import styles from '../tab-tile.module.css'

interface FilmTileProps {
  film: LoggedFilm
  /** One's own: all of them are seen. */
  own: boolean
  eager: boolean
}

/** A logged film with its marks; opens the review where there is one with text, else the film. */
export const FilmTile = memo(function FilmTile({ film, own, eager }: FilmTileProps) {
  const { t } = useTranslation()
  const name = [
    film.title,
    ...(film.rating === null ? [] : [t('log.tile.rated', { value: film.rating })]),
    ...(film.isFavorite ? [t('profile.filmsTab.favorite')] : []),
    ...(film.reviewId === null ? [] : [t('log.tile.hasReview')]),
  ].join(t('log.tile.separator'))
  return (
    <PosterTile
      film={{ ...film, id: film.tmdbId, year: yearOf(film.release_date) }}
      to={film.reviewId === null ? paths.film(film.tmdbId) : paths.review(film.reviewId)}
      name={name}
      sizes={wallSizes}
      eager={eager}
      marked={!own}
    >
      <span className={styles.marks} aria-hidden="true">
        <StarRating value={film.rating} size="sm" label="" />
        <span className={styles.icons}>
          {film.isFavorite ? <Heart size={14} className={styles.heart} data-icon="favorite" /> : null}
          {film.reviewId === null ? null : <MessageSquareText size={14} data-icon="review" />}
        </span>
      </span>
      <AudienceMark audience={film.audience} />
    </PosterTile>
  )
})
