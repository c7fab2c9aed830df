import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { firstWords } from '#shared/review-text.ts'
import { useToday } from '#web/lib/relative-time.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FilmPoster } from './film-poster.tsx'
import { dailyFilmQuery } from './films.api.ts'
import styles from './daily-film-card.module.css'

const teaserWords = 20

/** One film a day. The whole card leads to the film; all that it says of it is in the link. */
export function DailyFilmCard() {
  const { t } = useTranslation()
  const today = useToday()
  const { data: film, isError } = useQuery(dailyFilmQuery(today))
  if (film === null || (isError && film === undefined)) return null
  return (
    <section className={styles.card} aria-labelledby="daily-film">
      <h2 id="daily-film" className={styles.heading}>
        {t('home.daily')}
      </h2>
      {film === undefined ? (
        <div className={styles.body}>
          <div className={styles.poster}>
            <Skeleton height="100%" />
          </div>
          <div className={styles.text}>
            <Skeleton width="60%" height="1.375rem" />
            <Skeleton height="4.5rem" />
          </div>
        </div>
      ) : (
        <Link className={classNames(styles.body, styles.link)} to={paths.film(film.movie.id)}>
          <div className={styles.poster}>
            <FilmPoster film={film.movie} sizes="(min-width: 1024px) 112px, 96px" alt="" eager />
          </div>
          <div className={styles.text}>
            <h3 className={styles.title}>
              <FilmTitle film={film.movie} />
            </h3>
            <p className={styles.teaser}>
              {/* What lists tell of a film is in English, whatever its title is in. */}
              <span lang="en" dir="auto" className={styles.words}>
                {firstWords(film.movie.overview, teaserWords)}
              </span>{' '}
              <span className={styles.more}>{t('common.readMore')}</span>
            </p>
          </div>
        </Link>
      )}
    </section>
  )
}
