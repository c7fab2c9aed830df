import type { FilmItem } from '#shared/api/films.ts'
import { yearOf } from './film-grid.tsx'
import { useCastings } from './castings.tsx'
import styles from './film-row.module.css'
import { PosterTile } from './poster-tile.tsx'

interface FilmRowProps {
  films: readonly Pick<FilmItem, 'id' | 'title' | 'titleLang' | 'poster' | 'release_date'>[]
}

/** Films as one row of small posters that scrolls sideways. */
export function FilmRow({ films }: FilmRowProps) {
  const cast = useCastings(films)
  return (
    <ul className={styles.row}>
      {films.map((film, at) => (
        <li key={film.id}>
          {cast(at, null, <PosterTile film={{ ...film, year: yearOf(film.release_date) }} sizes="96px" />)}
        </li>
      ))}
    </ul>
  )
}
