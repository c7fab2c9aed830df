/** How the films of `/films` may be ordered; the first is what it is without a choice. */
export const filmSorts = ['popular', 'average', 'newest', 'oldest', 'shortest', 'title'] as const
type FilmSort = (typeof filmSorts)[number]

/** Short: under 90 minutes; medium: 90 to 120; long: over 120. */
const filmLengths = ['short', 'medium', 'long'] as const
export type FilmLength = (typeof filmLengths)[number]

/** What films somebody browses for. Every choice that is made must hold. */
export interface FilmChoices {
  /** Genre numbers of the film source: films that have all of them. */
  genre?: number[]
  /** The first year of ten. */
  decade?: number
  year?: number
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** ISO 639-1, of the original. */
  lang?: string
  len?: FilmLength
  /** Who plays or works in them: a number of the film source. */
  person?: number
  /** Provider numbers of the film source: films that one of them streams. */
  on?: number[]
  sort?: FilmSort
  /** Films that the viewer has no log of. */
  seen?: 'no'
  /** Films on the viewer's watchlist. */
  watchlist?: true
  /** Films that a followed member favours or rated four stars or more. */
  friends?: true
}
export type FilmChoiceName = keyof FilmChoices

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text)

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

const numeric = (pattern: RegExp) => (text: string) => (pattern.test(text) ? Number(text) : undefined)

const numbers = (text: string) => {
  const ids = text.split(',').flatMap((part) => (/^[1-9]\d{0,8}$/.test(part) ? Number(part) : []))
  return ids.length > 0 ? [...new Set(ids)].slice(0, 10) : undefined
}

const yes = (text: string) => (text === '1' ? true : undefined)

/** How each choice is read, in the order of the address. */
const readers: { [Name in FilmChoiceName]-?: (text: string) => FilmChoices[Name] } = {
  genre: numbers,
  decade: numeric(/^(18|19|20)\d0$/),
  year: numeric(/^(18|19|20)\d\d$/),
  country: matching(/^[A-Z]{2}$/),
  lang: matching(/^[a-z]{2}$/),
  len: oneOf(filmLengths),
  person: numeric(/^[1-9]\d{0,8}$/),
  on: numbers,
  sort: oneOf(filmSorts),
  seen: oneOf(['no']),
  watchlist: yes,
  friends: yes,
}

/** The names of the choices, in the order of the address. */
const filmChoiceNames = Object.keys(readers) as FilmChoiceName[]

const written = (value: NonNullable<FilmChoices[FilmChoiceName]>) => (value === true ? '1' : String(value))

/** The choices as the fields of an address or a request. Always in the same order; none for an empty choice. */
export function filmChoiceFields(choices: FilmChoices): [FilmChoiceName, string][] {
  return filmChoiceNames.flatMap((name): [FilmChoiceName, string][] => {
    const value = choices[name]
    const text = value === undefined ? '' : written(value)
    return text ? [[name, text]] : []
  })
}

/** The choices of an address or a request, and the names of those that make no sense and were left out. */
export function readFilmChoices(field: (name: FilmChoiceName) => string | null | undefined): {
  choices: FilmChoices
  dropped: FilmChoiceName[]
} {
  const dropped: FilmChoiceName[] = []
  const read = filmChoiceNames.flatMap((name) => {
    const text = field(name)
    if (!text) return []
    const value = readers[name](text)
    if (value === undefined || written(value) !== text) dropped.push(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { choices: Object.fromEntries(read), dropped }
}
