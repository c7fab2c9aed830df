import {
  filmChoiceNames,
  filmLengths,
  filmSorts,
  writtenChoice,
  type FilmChoiceName,
  type FilmChoices,
} from './film-choices.ts'

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

/** How each choice is read. */
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
    if (value === undefined || writtenChoice(value) !== text) dropped.push(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { choices: Object.fromEntries(read), dropped }
}
