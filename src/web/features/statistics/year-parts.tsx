import type { Figures } from '#shared/api/statistics.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { YearReview } from './statistics.api.ts'
import styles from './statistics.module.css'

const inFan = 4

/** The year, whose it is and its best films: the head of the page and of the picture. */
export function YearCover({ review, figures }: { review: YearReview; figures: Figures }) {
  return (
    <header className={styles.cover}>
      <p className={styles.coverYear} dir="ltr">
        {review.year}
      </p>
      <bdi className={styles.coverName}>@{review.member.username}</bdi>
      <div className={styles.fan} aria-hidden="true">
        {figures.best.slice(0, inFan).map(({ film }) => (
          <span key={film.id} className={styles.fanFilm}>
            {/* Three times as wide in the picture. */}
            <FilmPoster film={film} sizes="300px" alt="" eager />
          </span>
        ))}
      </div>
    </header>
  )
}

/** Films, hours and countries. */
export function YearNumbers({ figures }: { figures: Figures }) {
  const { t, locale } = useTranslation()
  const numbers = {
    films: figures.films,
    hours: Math.round(figures.minutes / 60),
    countries: figures.countries.length,
  }
  return (
    <dl className={styles.three} aria-label={t('yearReview.numbers')}>
      {(Object.keys(numbers) as (keyof typeof numbers)[]).map((name) => (
        <div key={name} className={styles.tile}>
          <dt>{t(`stats.tiles.${name}`, { count: numbers[name] })}</dt>
          <dd>{formatNumber(numbers[name], locale)}</dd>
        </div>
      ))}
    </dl>
  )
}
