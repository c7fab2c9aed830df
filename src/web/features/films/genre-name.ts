import type { Translate } from '#web/i18n/index.ts'

/** The film database's genres by number; it is asked in English only. */
const knownGenres = [
  28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 10402, 9648, 10749, 878, 10770, 53, 10752, 37,
] as const

/** In the language of the screen; as the source spells it when the genre is a new one. */
export function genreName(genre: { id: number; name: string }, t: Translate): string {
  const known = knownGenres.find((id) => id === genre.id)
  return known === undefined ? genre.name : t(`film.genres.${known}`)
}
