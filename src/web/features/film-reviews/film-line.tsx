import { Link } from 'react-router'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { paths } from '#web/lib/paths.ts'
import type { DiscussedLog } from './film-reviews.api.ts'
import styles from './film-line.module.css'

/** What is reviewed, and the way to it. */
export function FilmLine({ film }: { film: DiscussedLog['movie'] }) {
  return (
    <Link className={styles.film} to={paths.film(film.id)}>
      <span className={styles.poster}>
        <FilmPoster film={film} sizes="40px" alt="" eager />
      </span>
      <span className={styles.text}>
        <bdi className={styles.title}>{film.title}</bdi>{' '}
        <span className={styles.year}>{yearOf(film.release_date)}</span>
      </span>
    </Link>
  )
}
