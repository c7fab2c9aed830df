/** Genre names in the languages of the product besides English, by the film database's genre id. */
const genreNames: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ar: {
    28: 'حركة',
    12: 'مغامرة',
    16: 'رسوم متحركة',
    35: 'كوميديا',
    80: 'جريمة',
    99: 'وثائقي',
    18: 'دراما',
    10751: 'عائلي',
    14: 'فانتازيا',
    36: 'تاريخي',
    27: 'رعب',
    10402: 'موسيقى',
    9648: 'غموض',
    10749: 'رومانسية',
    878: 'خيال علمي',
    10770: 'فيلم تلفزيوني',
    53: 'إثارة',
    10752: 'حرب',
    37: 'ويسترن',
  },
  fr: {
    28: 'Action',
    12: 'Aventure',
    16: 'Animation',
    35: 'Comédie',
    80: 'Crime',
    99: 'Documentaire',
    18: 'Drame',
    10751: 'Familial',
    14: 'Fantastique',
    36: 'Histoire',
    27: 'Horreur',
    10402: 'Musique',
    9648: 'Mystère',
    10749: 'Romance',
    878: 'Science-Fiction',
    10770: 'Téléfilm',
    53: 'Thriller',
    10752: 'Guerre',
    37: 'Western',
  },
}

/** A genre's name in a language, in English where there is none. */
export function genreName(genre: { id: number; name: string }, language: string): string {
  return genreNames[language]?.[genre.id] ?? genre.name
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
const languageNames: Readonly<Record<string, { english: string; own: string }>> = {
  // Unicode's data has this one too, but each film is asked for it.
  en: { english: 'English', own: 'English' },
  cn: { english: 'Cantonese', own: '广州话 / 廣州話' },
  zh: { english: 'Mandarin', own: '普通话' },
  xx: { english: 'No Language', own: 'No Language' },
  sh: { english: 'Serbo-Croatian', own: '' },
}

// Making one of these costs more than a whole film's answer.
const englishCountries = new Intl.DisplayNames('en', { type: 'region' })
const englishLanguages = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of an ISO 3166-1 code, those of countries of the past included. */
export function countryName(code: string): string {
  return countryNames[code] ?? englishCountries.of(code) ?? code
}

/** The names of a language of the film database (which has codes of its own) in English and in itself. */
export function languageName(code: string): { english: string; own: string } {
  return (
    languageNames[code] ?? {
      english: englishLanguages.of(code) ?? code,
      own: new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code) ?? '',
    }
  )
}
