import { strToU8, zipSync } from 'fflate'
import { stringify } from 'csv-stringify/sync'

/** What a member of Letterboxd did with one film. Days are `YYYY-MM-DD`. */
export interface LetterboxdFilm {
  title: string
  entries: {
    /** Without one it is a review of no known day, which the diary does not have. */
    day: string | null
    recordedAt: string
    rating: number | null
    review: string
    rewatch: boolean
    tags: readonly string[]
  }[]
  /** Of the film as such, and when it was given. */
  rating: { stars: number; ratedAt: string } | null
  isWatched: boolean
  isLiked: boolean
  isOnWatchlist: boolean
}

const film = ['Date', 'Name', 'Year', 'Letterboxd URI']

const headers = {
  'diary.csv': [...film, 'Rating', 'Rewatch', 'Tags', 'Watched Date'],
  'reviews.csv': [...film, 'Rating', 'Rewatch', 'Review', 'Tags', 'Watched Date'],
  'ratings.csv': [...film, 'Rating'],
  'watched.csv': film,
  'watchlist.csv': film,
  'likes/films.csv': film,
} as const

export type LetterboxdFile = keyof typeof headers
export const letterboxdFiles = Object.keys(headers) as LetterboxdFile[]

/** The tables of an export as Letterboxd writes them: entries by addresses of their own, films by theirs. */
export function letterboxdExport(films: readonly LetterboxdFilm[]): Record<LetterboxdFile, string[]> {
  const entries = films
    .flatMap(({ title, entries: all }, number) =>
      all.map((entry, index) => ({ ...entry, title, address: `https://boxd.it/e${number}x${index}` })),
    )
    .toSorted((a, b) => a.recordedAt.localeCompare(b.recordedAt))
  const filmCells = (title: string, date = '2024-01-01') => [date, title, '2000', `https://boxd.it/${title}`]
  const entryCells = (entry: (typeof entries)[number]) => [
    entry.recordedAt,
    entry.title,
    '2000',
    entry.address,
    String(entry.rating ?? ''),
    entry.rewatch ? 'Yes' : '',
  ]
  const tables: Record<LetterboxdFile, string[][]> = {
    'diary.csv': entries
      .filter(({ day }) => day !== null)
      .map((entry) => [...entryCells(entry), entry.tags.join(', '), entry.day ?? '']),
    'reviews.csv': entries
      .filter(({ review }) => review !== '')
      .map((entry) => [...entryCells(entry), entry.review, entry.tags.join(', '), entry.day ?? '']),
    'ratings.csv': films.flatMap(({ title, rating }) =>
      rating ? [[...filmCells(title, rating.ratedAt), String(rating.stars)]] : [],
    ),
    'watched.csv': films.filter(({ isWatched }) => isWatched).map(({ title }) => filmCells(title)),
    'watchlist.csv': films.filter(({ isOnWatchlist }) => isOnWatchlist).map(({ title }) => filmCells(title)),
    'likes/films.csv': films.filter(({ isLiked }) => isLiked).map(({ title }) => filmCells(title)),
  }
  const lines = (file: LetterboxdFile) =>
    stringify([headers[file], ...tables[file]])
      .trimEnd()
      .split('\n')
  return Object.fromEntries(letterboxdFiles.map((file) => [file, lines(file)])) as Record<
    LetterboxdFile,
    string[]
  >
}

/** Files in their order in an archive. */
export const letterboxdZip = (files: Partial<Record<string, string[]>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, lines = []]) => [path, strToU8(lines.join('\r\n'))]),
    ),
  )
