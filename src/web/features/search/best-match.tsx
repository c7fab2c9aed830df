import { FilmTitle, OtherTitle } from '#web/features/films/film-title.tsx'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { paths } from '#shared/paths.ts'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { filmQuery } from '#web/features/films/films.api.ts'
import { logDialog } from '#web/features/logs/dialog/log-dialog.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Star, StarRating } from '#web/ui/ratings/star-rating.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './best-match.module.css'

const directorsNamed = 2

/** The film that is called just what was searched for, with what tells it from its namesakes and a way to log it. */
export function BestMatch({ film }: { film: FilmItem }) {
  const { t, locale } = useTranslation()
  const { data } = useQuery(filmQuery(film.id))
  const { seen, rating } = useFilmMark(film.id)
  const year = yearOf(film.release_date)
  const directors = data?.directors.slice(0, directorsNamed).map(({ name }) => name) ?? []
  const average = data?.stats.average ?? null
  const rounded = average === null ? '' : formatNumber(average, locale, 1)
  const facts = [
    year,
    directors.join(t('film.genreSeparator')),
    data && data.runtime > 0 ? t('film.minutes', { count: data.runtime }) : '',
  ].filter(Boolean)
  return (
    <ul className={styles.best}>
      <li className={styles.row}>
        <Link className={styles.film} to={paths.film(film.id)}>
          <VisuallyHidden>
            {year === '' ? film.title : t('film.titleYear', { title: film.title, year })}
          </VisuallyHidden>
          <span className={styles.poster}>
            <FilmPoster film={film} sizes="72px" alt="" eager />
          </span>
          <span className={styles.texts}>
            <span aria-hidden="true">
              <FilmTitle film={film} className={styles.title} />
            </span>
            <OtherTitle film={film} className={styles.second} />
            <span className={styles.facts}>
              {facts.map((fact, at) => (
                <Fragment key={fact}>
                  {at > 0 ? ' · ' : null}
                  <bdi>{fact}</bdi>
                </Fragment>
              ))}
            </span>
            <span className={styles.marks}>
              {average === null ? null : (
                <span className={styles.average}>
                  <VisuallyHidden>{t('found.average', { value: rounded })}</VisuallyHidden>
                  <Star className={styles.star} rating={1} index={0} />
                  <span aria-hidden="true">{rounded}</span>
                </span>
              )}
              {seen ? (
                <span className={styles.seen}>
                  <Check aria-hidden="true" size={14} />
                  {t('seen.seen')}
                  <StarRating
                    value={rating}
                    size="sm"
                    label={rating === null ? '' : t('poster.yours', { value: rating })}
                  />
                </span>
              ) : null}
            </span>
          </span>
        </Link>
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus size={16} />}
          aria-haspopup="dialog"
          onClick={() => logDialog.open({ id: film.id, title: film.title, poster: film.poster, year })}
        >
          <span className={styles.log}>{t('film.log')}</span>
        </Button>
      </li>
    </ul>
  )
}
