import { at, invertedLists, packedLists, type NumberLists } from '#built-in/catalogue/store/columns.ts'
import {
  readDataFiles,
  type DataFiles,
  type FilmColumns,
  type PeopleColumns,
} from '#built-in/catalogue/store/data-files.ts'

/**
 * The films, one typed column a field: a few MB in place of some hundred thousand objects. A film is known by its
 * index; the lower the index, the more popular the film.
 */
export type FilmTable = {
  size: number
  id: Uint32Array
  /** The digits of the IMDb id; 0 = unknown. */
  imdb: Uint32Array
  /** The digits of the Wikidata id; 0 = unknown. */
  wikidata: Uint32Array
  title: readonly string[]
  /** Where each film stands when all go by title. */
  titlePlaces(): Uint32Array
  originalTitle(index: number): string
  /** In other languages than English (ISO 639-1), of well-known films and those made in Arabic. */
  translatedTitles(index: number): Readonly<Record<string, string>>
  /** ISO 639-1 as the film database has it: Cantonese is `cn`, no language `xx`. */
  language(index: number): string
  /** ISO 3166-1, some of them of the past. */
  countries(index: number): readonly string[]
  /** yyyymmdd; mmdd is 0 where only the year is known. */
  date: Uint32Array
  /** Minutes; 0 = unknown. */
  runtime: Uint16Array
  /** Positions in `genres`, most fitting first. */
  genres(index: number): number[]
  /** One bit for each position in `genres`. */
  genreBits: Uint32Array
  /** Thousandths, of 10. Made up, as are the other two. */
  voteAverage: Uint16Array
  voteCount: Uint32Array
  /** Thousandths. */
  popularity: Uint32Array
  /** Indexes of people. */
  directors: NumberLists
  /** Indexes of people in billing order. */
  cast: NumberLists
  /** The parts of the cast, in its order; empty where none is known. */
  characters(index: number): readonly string[]
  /** `article` is the English Wikipedia article that the text is shortened from, null for other texts. */
  overview(index: number): { text: string; article: string | null }
  /** The index of a film by its id; undefined when there is no such film. */
  find(id: number): number | undefined
}

export type PersonTable = {
  size: number
  id: Uint32Array
  name: readonly string[]
  wikidata: Uint32Array
  /** 1 when known for directing, 0 for acting. */
  directs: Uint8Array
  popularity: Uint32Array
  /** Indexes of films, most popular first. */
  directed: NumberLists
  acted: NumberLists
  find(id: number): number | undefined
}

export type Store = {
  films: FilmTable
  people: PersonTable
  genres: readonly { id: number; name: string }[]
  /** Indexes of the films that trending draws from first. */
  picks: readonly number[]
}

/** The index of each id: by halves, since a map of all of them takes ten times the room. */
function finder(ids: Uint32Array): (id: number) => number | undefined {
  const order = Uint32Array.from(ids.keys()).sort((a, b) => at(ids, a) - at(ids, b))
  return (id) => {
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (at(ids, at(order, middle)) < id) low = middle + 1
      else high = middle
    }
    const index = order[low]
    return index !== undefined && ids[index] === id ? index : undefined
  }
}

function lineStarts(text: Buffer, lines: number): Uint32Array {
  const starts = new Uint32Array(lines + 1)
  for (let line = 0; line < lines; line++) starts[line + 1] = text.indexOf(10, at(starts, line)) + 1
  return starts
}

function unpackGenres(packed: number): number[] {
  const positions: number[] = []
  for (let rest = packed; rest > 0; rest = Math.floor(rest / 32)) positions.push((rest % 32) - 1)
  return positions
}

const none: Readonly<Record<string, string>> = {}

/** The place of each text among all of them in alphabetical order. */
function placesInOrder(texts: readonly string[]): Uint32Array {
  const { compare } = new Intl.Collator('en', { ignorePunctuation: true, numeric: true })
  const places = new Uint32Array(texts.length)
  const order = Array.from(texts.keys()).sort((a, b) => compare(texts[a] ?? '', texts[b] ?? ''))
  order.forEach((index, place) => (places[index] = place))
  return places
}

function filmsFrom(columns: FilmColumns, overviews: Buffer, titles: DataFiles['titles']): FilmTable {
  const size = columns.id.length
  // Only the columns that answers read are kept: a reference to the object would keep all of them in memory.
  const { title, languages, countries } = columns
  const id = Uint32Array.from(columns.id)
  const language = Uint8Array.from(columns.language)
  const country = Uint16Array.from(columns.country)
  const genre = Uint32Array.from(columns.genre)
  const genreBits = genre.map((packed) =>
    unpackGenres(packed).reduce((bits, place) => bits | (1 << place), 0),
  )
  const originalTitles = new Map(
    Object.entries(columns.originalTitle).map(([key, text]) => [Number(key), text]),
  )
  const characters = new Map(Object.entries(columns.characters).map(([key, parts]) => [Number(key), parts]))
  const starts = lineStarts(overviews, size)
  const translated = new Map<number, Record<string, string>>()
  for (const [language, ofFilms] of Object.entries(titles))
    for (const [key, title] of Object.entries(ofFilms))
      translated.set(Number(key), { ...translated.get(Number(key)), [language]: title })
  let titlePlaces: Uint32Array | undefined
  return {
    size,
    id,
    imdb: Uint32Array.from(columns.imdb),
    wikidata: Uint32Array.from(columns.wikidata),
    title,
    titlePlaces: () => (titlePlaces ??= placesInOrder(title)),
    originalTitle: (index) => originalTitles.get(index) ?? title[index] ?? '',
    translatedTitles: (index) => translated.get(at(id, index)) ?? none,
    language: (index) => languages[at(language, index)] ?? 'xx',
    countries: (index) => countries[at(country, index)] ?? [],
    date: Uint32Array.from(columns.date),
    runtime: Uint16Array.from(columns.runtime),
    genres: (index) => unpackGenres(at(genre, index)),
    genreBits,
    voteAverage: Uint16Array.from(columns.voteAverage),
    voteCount: Uint32Array.from(columns.voteCount),
    popularity: Uint32Array.from(columns.popularity),
    directors: packedLists(columns.directorCount, columns.directors),
    cast: packedLists(columns.castCount, columns.cast),
    characters: (index) => characters.get(index) ?? [],
    overview: (index) => {
      const line = overviews.toString('utf8', at(starts, index), at(starts, index + 1) - 1)
      const [text = '', article = null] = line.split('\t')
      return { text, article }
    },
    find: finder(id),
  }
}

function peopleFrom(columns: PeopleColumns, films: FilmColumns): PersonTable {
  const size = columns.id.length
  const id = Uint32Array.from(columns.id)
  return {
    size,
    id,
    name: columns.name,
    wikidata: Uint32Array.from(columns.wikidata),
    directs: Uint8Array.from(columns.directs),
    popularity: Uint32Array.from(columns.popularity),
    directed: invertedLists(films.directorCount, films.directors, size),
    acted: invertedLists(films.castCount, films.cast, size),
    find: finder(id),
  }
}

/** Reads the whole catalogue into memory. */
export async function loadStore(): Promise<Store> {
  const files = await readDataFiles()
  const films = filmsFrom(files.films, files.overviews, files.titles)
  return {
    films,
    people: peopleFrom(files.people, files.films),
    genres: files.films.genres,
    picks: files.trending.ids.map((id) => films.find(id)).filter((index) => index !== undefined),
  }
}
