import type { FilmItem } from '#shared/api/films.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from './film-poster.tsx'
import { yearOf } from './film-grid.tsx'
import styles from './film-row.module.css'

interface FilmRowProps {
  films: readonly Pick<FilmItem, 'id' | 'title' | 'poster' | 'release_date'>[]
}

/** Films as one row of small posters that scrolls sideways. */
export function FilmRow({ films }: FilmRowProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.row}>
      {films.map((film) => (
        <li key={film.id}>
          <Link className={styles.link} to={paths.film(film.id)}>
            <FilmPoster
              film={film}
              sizes="96px"
              alt={t('film.titleYear', { title: film.title, year: yearOf(film.release_date) })}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
