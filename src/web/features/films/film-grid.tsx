import { FilmTitle } from '#web/features/films/film-title.tsx'
import type { FilmItem } from '#shared/api/films.ts'
import { favouriteSizes } from '#web/lib/first-pictures.ts'
import { useGridCastings } from './castings.tsx'
import styles from './film-grid.module.css'
import { PosterTile } from './poster-tile.tsx'

interface FilmGridProps {
  films: readonly (Pick<FilmItem, 'id' | 'title' | 'titleLang' | 'poster'> &
    Partial<Pick<FilmItem, 'release_date'>>)[]
  /**
   * `compact`: always four columns, for a preview of eight. `four`: the same on phones, else as a wall of posters.
   * `captions`: title and year below.
   */
  variant?: 'plain' | 'compact' | 'four' | 'captions'
  /** The first row is in sight when the screen opens. */
  eagerCount?: number
}

const posterSizes = {
  plain: '(min-width: 1024px) 180px, (min-width: 600px) 22vw, 31vw',
  captions: '(min-width: 1024px) 180px, (min-width: 600px) 22vw, 31vw',
  compact: '(min-width: 1024px) 80px, (min-width: 600px) 20vw, 22vw',
  four: favouriteSizes,
}

/** The year of a release date of the film source, or nothing. */
export function yearOf(releaseDate: string): string {
  return /^\d{4}/.exec(releaseDate)?.[0] ?? ''
}

/** Films as posters; a poster opens its film. */
export function FilmGrid({ films, variant = 'plain', eagerCount = 0 }: FilmGridProps) {
  const [grid, cast] = useGridCastings(films, variant === 'compact' ? 4 : undefined)
  return (
    <ul ref={grid} className={styles[variant]}>
      {films.map((film, at) => {
        const year = yearOf(film.release_date ?? '')
        return (
          <li key={film.id} className={styles.item}>
            {cast(
              at,
              <PosterTile film={{ ...film, year }} sizes={posterSizes[variant]} eager={at < eagerCount}>
                {variant === 'captions' ? (
                  <span className={styles.caption} aria-hidden="true">
                    <FilmTitle film={film} className={styles.title} />
                    <span className={styles.year}>{year || '\u00a0'}</span>
                  </span>
                ) : null}
              </PosterTile>,
            )}
          </li>
        )
      })}
    </ul>
  )
}
