import { Link } from 'react-router'
import type { FilmItem } from '#shared/api/films.ts'
import { BackdropSkeletons } from '#web/features/films/backdrop-grid.tsx'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FoundFilms } from '#web/features/films/found-films.tsx'
import { backdropSource, defaultBackdrop } from '#web/lib/pictures.ts'
import { Backdrop } from '#web/ui/picture.tsx'
import type { BackdropHistoryState } from './backdrop-history-state.ts'
import styles from './backdrop-chooser.module.css'

interface BackdropResultsProps {
  query: string
  /** The film whose backdrops are shown. */
  filmId: number | null
  /** The address of a film's backdrops, and how to get there. */
  linkTo: (filmId: number) => { to: { search: string }; state: BackdropHistoryState; replace: boolean }
}

/** The films found that have a backdrop. */
export function BackdropResults({ query, filmId, linkTo }: BackdropResultsProps) {
  return (
    <FoundFilms
      query={query}
      filter={hasBackdrop}
      skeleton={<BackdropSkeletons className={styles.films} count={8} />}
    >
      {(films, areOlder) => (
        <ul className={styles.films} data-older={areOlder}>
          {films.map((film, at) => (
            <li key={film.id} className={styles.film}>
              <Link
                {...linkTo(film.id)}
                className={styles.link}
                data-film={film.id}
                aria-current={film.id === filmId ? 'true' : undefined}
              >
                <Backdrop
                  {...backdropSource(film.backdrop_path)}
                  fallback={defaultBackdrop}
                  sizes="(min-width: 1024px) 180px, (min-width: 600px) 30vw, 46vw"
                  eager={at < 6}
                />
                <span className={styles.caption}>
                  <bdi className={styles.title}>{film.title}</bdi>{' '}
                  <span className={styles.year}>{yearOf(film.release_date) || '\u00a0'}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </FoundFilms>
  )
}

const hasBackdrop = ({ backdrop_path }: FilmItem) => backdrop_path !== null
