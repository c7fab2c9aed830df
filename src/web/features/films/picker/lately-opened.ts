import * as z from 'zod/mini'
import type { TileFilm } from '../film-poster.tsx'

const key = 'latelyOpened'
const most = 12

const opened = z.array(
  z.object({ id: z.number(), title: z.string(), year: z.string(), poster: z.nullable(z.string()) }),
)

/** The films whose pages were opened on this device, the last one first. */
export function readLatelyOpened(): TileFilm[] {
  try {
    return opened.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

export function rememberOpened({ id, title, year, posterOverride, poster }: TileFilm): void {
  const others = readLatelyOpened().filter((film) => film.id !== id)
  const films = [{ id, title, year, poster: posterOverride ?? poster }, ...others].slice(0, most)
  try {
    localStorage.setItem(key, JSON.stringify(films))
  } catch {
    // Storage is full or refused: it is a convenience only.
  }
}
