import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** The unpacked files of src/built-in/catalogue/data, column by column; the README there says what each column holds. */
export type FilmColumns = {
  languages: string[]
  countries: string[][]
  genres: { id: number; name: string }[]
  id: number[]
  imdb: number[]
  wikidata: number[]
  title: string[]
  originalTitle: Record<string, string>
  language: number[]
  country: number[]
  date: number[]
  runtime: number[]
  genre: number[]
  voteAverage: number[]
  voteCount: number[]
  popularity: number[]
  directorCount: number[]
  directors: number[]
  castCount: number[]
  cast: number[]
  characters: Record<string, string[]>
}
export type PeopleColumns = {
  id: number[]
  name: string[]
  wikidata: number[]
  directs: number[]
  popularity: number[]
}
export type DataFiles = {
  films: FilmColumns
  people: PeopleColumns
  /** UTF-8; one line a film: the overview, and after a tab the Wikipedia article it is taken from, if any. */
  overviews: Buffer
  trending: { ids: number[] }
  /** By language (ISO 639-1), then by the film's id. */
  titles: Record<string, Record<string, string>>
}

/**
 * More than any file unpacks to, so that each comes out in one piece, whose rest stays untouched. Of hundreds of small
 * pieces the C library would keep the holes.
 */
const pieceBytes = 8 * 1024 * 1024

const decompress = promisify(brotliDecompress)
const unpack = (packed: Buffer) => decompress(packed, { chunkSize: pieceBytes })
const read = (name: string) => readFile(new URL(`../data/${name}`, import.meta.url))

/** Reads the catalogue's files; the unpacking happens off the main thread. */
export async function readDataFiles(): Promise<DataFiles> {
  const [films, people, overviews, trending, titles] = await Promise.all([
    read('films.json.br').then(unpack),
    read('people.json.br').then(unpack),
    read('overviews.txt.br').then(unpack),
    read('trending-week.json'),
    read('titles.json'),
  ])
  return {
    films: JSON.parse(films.toString('utf8')) as FilmColumns,
    people: JSON.parse(people.toString('utf8')) as PeopleColumns,
    overviews,
    trending: JSON.parse(trending.toString('utf8')) as { ids: number[] },
    titles: JSON.parse(titles.toString('utf8')) as DataFiles['titles'],
  }
}
