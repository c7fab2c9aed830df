import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AgainstAverage, Figures, StatsFilm } from '#shared/api/statistics.ts'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { ChartCard } from '#web/ui/charts/chart-figure.tsx'
import { useDrawing } from '#web/ui/charts/use-drawing.ts'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import styles from './statistics.module.css'

/** The best films; nothing where none has stars. */
export function BestFilms({ figures: { best } }: { figures: Figures }) {
  const { t, locale } = useTranslation()
  if (best.length === 0) return null
  return (
    <ChartCard title={t('stats.best')} wide>
      <ul className={styles.films}>
        {best.map(({ film, rating }) => (
          <FilmFact
            key={film.id}
            film={film}
            fact={
              <StarRating
                value={rating}
                size="sm"
                label={t('stats.rated', { average: formatNumber(rating, locale) })}
              />
            }
          />
        ))}
      </ul>
    </ChartCard>
  )
}

/** The first film, the last, the longest, the shortest, and those that were a round number. */
export function MarkedFilms({ figures }: { figures: Figures }) {
  const { t, locale } = useTranslation()
  const { longest, shortest, first, last, milestones } = figures
  const minutes = (film: { minutes: number }) => t('film.minutes', { count: film.minutes })
  const marked = [
    ...(first ? [{ film: first.film, caption: t('stats.first'), fact: formatDate(first.day, locale) }] : []),
    ...milestones.map(({ film, number, day }) => ({
      film,
      caption: t('stats.nth', { number }),
      fact: formatDate(day, locale),
    })),
    ...(last ? [{ film: last.film, caption: t('stats.last'), fact: formatDate(last.day, locale) }] : []),
    ...(longest ? [{ film: longest.film, caption: t('stats.longest'), fact: minutes(longest) }] : []),
    ...(shortest ? [{ film: shortest.film, caption: t('stats.shortest'), fact: minutes(shortest) }] : []),
  ]
  if (marked.length === 0) return null
  return (
    <ChartCard title={t('stats.milestones')} wide>
      <ul className={styles.films}>
        {marked.map(({ film, caption, fact }) => (
          <FilmFact key={`${caption} ${film.id}`} film={film} caption={caption} fact={fact} />
        ))}
      </ul>
    </ChartCard>
  )
}

/** The films whose stars are far from the average. */
export function FarFromAverage({ figures: { above, below } }: { figures: Figures }) {
  const { t } = useTranslation()
  return (
    <>
      {above.length > 0 ? <AverageCard title={t('stats.above')} films={above} /> : null}
      {below.length > 0 ? <AverageCard title={t('stats.below')} films={below} /> : null}
    </>
  )
}

interface FilmFactProps {
  film: StatsFilm
  caption?: string
  fact: ReactNode
}

function FilmFact({ film, caption, fact }: FilmFactProps) {
  return (
    <li className={styles.film}>
      <Link className={styles.filmLink} to={paths.film(film.id)}>
        <FilmPoster film={film} sizes="96px" alt="" />
        {caption ? <span className={styles.caption}>{caption}</span> : null}
        <FilmTitle film={film} className={styles.filmTitle} />
      </Link>
      <span className={styles.fact}>{fact}</span>
    </li>
  )
}

function AverageCard({ title, films }: { title: string; films: readonly AgainstAverage[] }) {
  const { t, locale } = useTranslation()
  const number = (value: number) => formatNumber(value, locale, 1)
  return (
    <ChartCard title={title}>
      <ul className={styles.against}>
        {films.map(({ film, rating, average }) => (
          <li key={film.id} className={styles.againstRow}>
            <span className={styles.small}>
              <FilmPoster film={film} sizes="28px" alt="" />
            </span>
            <Link className={styles.person} to={paths.film(film.id)}>
              <FilmTitle film={film} />
            </Link>
            <Distance rating={rating} average={average} />
            <span className={styles.fact}>
              {t('stats.against', { own: number(rating), average: number(average) })}
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

const height = 20
const edge = 6

/** Two places between no stars and five. */
function Distance({ rating, average }: { rating: number; average: number }) {
  const { box, width, at } = useDrawing()
  const x = (stars: number) => at(edge + ((width - 2 * edge) * stars) / 5)
  return (
    <div ref={box} className={styles.distance} aria-hidden="true">
      {width === 0 ? null : (
        <svg viewBox={`0 0 ${width} ${height}`} width="100%" height={height}>
          <line className={styles.scale} x1={edge} x2={width - edge} y1={10} y2={10} />
          <line className={styles.between} x1={x(rating)} x2={x(average)} y1={10} y2={10} />
          <circle className={styles.average} cx={x(average)} cy={10} r={4} />
          <circle className={styles.own} cx={x(rating)} cy={10} r={5} />
        </svg>
      )}
    </div>
  )
}
