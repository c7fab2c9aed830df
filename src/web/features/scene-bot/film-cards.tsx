import { Link } from 'react-router'
import type { AssistantFilm } from '#shared/api/assistant.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { paths } from '#web/lib/paths.ts'
import styles from './film-cards.module.css'

interface FilmCardsProps {
  films: readonly AssistantFilm[]
  /** The name of the row. */
  label: string
}

/** The films that a reply names, in one row that scrolls. */
export function FilmCards({ films, label }: FilmCardsProps) {
  return (
    <ul className={styles.row} aria-label={label}>
      {films.map((film) => (
        <li key={film.id} className={styles.item}>
          <Link className={styles.card} to={paths.film(film.id)}>
            <FilmPoster film={film} sizes="104px" alt="" eager />
            <bdi className={styles.title} dir="auto">
              {film.title}
            </bdi>
            {film.year === null ? null : <span className={styles.year}>{film.year}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
