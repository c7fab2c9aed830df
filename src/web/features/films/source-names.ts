import type { Translate } from '#web/i18n/index.ts'

// The film database names genres, countries and languages by numbers and codes; these are their names on the screen.

/** The film database's genres by number; it is asked in English only. */
const knownGenres = [
  28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 10402, 9648, 10749, 878, 10770, 53, 10752, 37,
] as const

/** In the language of the screen; as the source spells it when the genre is a new one. */
export function genreName(genre: { id: number; name: string }, t: Translate): string {
  const known = knownGenres.find((id) => id === genre.id)
  return known === undefined ? genre.name : t(`film.genres.${known}`)
}

/** Countries that are no more: the browser names their successors instead, or does not know the code. */
const pastCountries = ['SU', 'CS', 'XC', 'YU', 'DD', 'XG'] as const

/** Gives the name of a country by the film database's code, or the code itself where nobody knows it. */
export function countryNames(locale: string, t: Translate): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return (code) => {
    const past = pastCountries.find((one) => one === code)
    return past ? t(`film.pastCountries.${past}`) : (names.of(code) ?? code)
  }
}

/** Languages that the browser knows by another code than the film database. */
const languageCodes: Readonly<Record<string, string>> = { cn: 'yue', xx: 'zxx', sh: 'sr-Latn' }

/** Gives the name of a language by the film database's code, or the code itself where nobody knows it. */
export function filmLanguageNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  return (code) => names.of(languageCodes[code] ?? code) ?? code
}
