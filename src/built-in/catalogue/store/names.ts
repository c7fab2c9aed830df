import { genreNames } from '#built-in/genre-names.ts'

const genresIn: ReadonlyMap<string, Readonly<Record<number, string>>> = new Map(Object.entries(genreNames))

/** A genre's name in a language, in English where there is none. */
export function genreName(genre: { id: number; name: string }, language: string): string {
  return genresIn.get(language)?.[genre.id] ?? genre.name
}

/** Names that the film database uses and Unicode's data does not have, or has otherwise. */
const countryNames: Readonly<Record<string, string>> = {
  US: 'United States of America',
  SU: 'Soviet Union',
  CS: 'Czechoslovakia',
  YU: 'Yugoslavia',
  DD: 'East Germany',
  XC: 'Czechoslovakia',
  XG: 'East Germany',
}
const languageNames = new Map([
  ['cn', { english: 'Cantonese', own: '广州话 / 廣州話' }],
  ['zh', { english: 'Mandarin', own: '普通话' }],
  ['xx', { english: 'No Language', own: 'No Language' }],
  ['sh', { english: 'Serbo-Croatian', own: '' }],
])

// Making one of these costs more than a whole film's answer: what they say is kept in the map above.
const englishCountries = new Intl.DisplayNames('en', { type: 'region' })
const englishLanguages = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of an ISO 3166-1 code, those of countries of the past included. */
export function countryName(code: string): string {
  return countryNames[code] ?? englishCountries.of(code) ?? code
}

/** The names of a language of the film database (which has codes of its own) in English and in itself. */
export function languageName(code: string): { english: string; own: string } {
  const known = languageNames.get(code)
  if (known) return known
  const names = {
    english: englishLanguages.of(code) ?? code,
    own: new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code) ?? '',
  }
  languageNames.set(code, names)
  return names
}
