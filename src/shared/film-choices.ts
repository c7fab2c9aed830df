/** How the films of `/films` may be ordered; the first is what it is without a choice. */
export const filmSorts = ['popular', 'average', 'newest', 'oldest', 'shortest', 'title'] as const
type FilmSort = (typeof filmSorts)[number]

/** Short: under 90 minutes; medium: 90 to 120; long: over 120. */
export const filmLengths = ['short', 'medium', 'long'] as const
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

/** Every choice, in the order of the address. */
const order = {
  genre: true,
  decade: true,
  year: true,
  country: true,
  lang: true,
  len: true,
  person: true,
  on: true,
  sort: true,
  seen: true,
  watchlist: true,
  friends: true,
} satisfies Record<FilmChoiceName, true>

export const filmChoiceNames = Object.keys(order) as FilmChoiceName[]

/** A choice as a field of an address or a request. */
export const writtenChoice = (value: NonNullable<FilmChoices[FilmChoiceName]>) =>
  value === true ? '1' : String(value)

/** The choices as the fields of an address or a request. Always in the same order; none for an empty choice. */
export function filmChoiceFields(choices: FilmChoices): [FilmChoiceName, string][] {
  return filmChoiceNames.flatMap((name): [FilmChoiceName, string][] => {
    const value = choices[name]
    const text = value === undefined ? '' : writtenChoice(value)
    return text ? [[name, text]] : []
  })
}
