import { storeIfRoom } from '#web/lib/storage.ts'
import type { TileFilm } from '../film-poster.tsx'

const key = 'latelyOpened'
const most = 12

type OpenedFilm = Pick<TileFilm, 'id' | 'title' | 'year' | 'poster'>

/** Checked by hand: a schema library would be a third of what a film's page loads. */
function isOpened(record: unknown): record is OpenedFilm {
  const { id, title, year, poster } = (record ?? {}) as Record<string, unknown>
  const isPoster = poster === null || typeof poster === 'string'
  return typeof id === 'number' && typeof title === 'string' && typeof year === 'string' && isPoster
}

/** The films whose pages were opened on this device, the last one first. */
export function readLatelyOpened(): TileFilm[] {
  try {
    const films: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(films) && films.every(isOpened) ? films : []
  } catch {
    return []
  }
}

export function rememberOpened({ id, title, year, posterOverride, poster }: TileFilm): void {
  const others = readLatelyOpened().filter((film) => film.id !== id)
  const films = [{ id, title, year, poster: posterOverride ?? poster }, ...others].slice(0, most)
  storeIfRoom(localStorage, key, JSON.stringify(films))
}
