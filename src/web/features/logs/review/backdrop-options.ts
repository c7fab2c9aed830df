import { pictureUrl } from '#web/lib/pictures.ts'

interface BackdropFilm {
  backdrop_path: string | null
  backdrops: readonly string[]
}

/** Raw paths of the backdrops that a log can have: the film's own one first, then the others, best first. */
export function backdropOptions(film: BackdropFilm): string[] {
  return [...new Set([...(film.backdrop_path === null ? [] : [film.backdrop_path]), ...film.backdrops])]
}

/** Which of a film's backdrops a log has now; null when it is none of them. */
export function currentBackdrop(film: BackdropFilm, customBackdrop: string | null): string | null {
  if (customBackdrop === null) return film.backdrop_path
  const wanted = pictureUrl(customBackdrop, 'original')
  return backdropOptions(film).find((path) => pictureUrl(path, 'original') === wanted) ?? null
}

/** The state of the history's entry with which a review opens what changes it. */
export const fromReview = { fromReview: true }

export function isFromReview(state: unknown): boolean {
  return ((state ?? {}) as Partial<typeof fromReview>).fromReview === true
}
