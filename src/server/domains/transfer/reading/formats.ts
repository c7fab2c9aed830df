import type { ImportKind, ImportSource } from '#shared/api/transfer.ts'
import type { Row } from './csv.ts'
import { htmlText } from './html-text.ts'
import { readEntry, type Read } from './values.ts'

/** A kind of CSV, told by the columns that it must have. */
export interface CsvFormat {
  source: ImportSource
  /** The first format whose columns the header all has is taken. */
  columns: readonly string[]
  /** Whether other columns beside these make it something else. */
  only?: true
  /** What its rows are, where they are all the same. */
  kind?: ImportKind
  /** The file's name must hold this; for files that share their columns with others. */
  name?: RegExp
  /** What a row asks for; nothing where it says nothing of a film. */
  read(row: Row): Read[]
}

const notAFilm = (kind: Read['entry']['kind'], row: Row, column: string): Read => ({
  entry: readEntry(kind, { title: row(column) }).entry,
  fault: 'not-a-film',
})

const film = ['Date', 'Name', 'Year', 'Letterboxd URI'] as const

const nameAndYear = (row: Row) => ({
  title: row('Name'),
  year: row('Year'),
  loggedAt: row('Date'),
})

/** A row of diary.csv or reviews.csv: its address is the entry's own. Without a viewing day it has none. */
const entryRow = (kind: 'log' | 'review', row: Row): Read[] => [
  readEntry(kind, {
    ...nameAndYear(row),
    key: row('Letterboxd URI'),
    rating: row('Rating'),
    rewatch: row('Rewatch'),
    tags: row('Tags'),
    review: htmlText(row('Review')),
    watchedAt: row('Watched Date'),
  }),
]

/** Letterboxd's own files; headers verified on exports of 2025. */
export const letterboxd: readonly CsvFormat[] = [
  {
    source: 'letterboxd',
    columns: [...film, 'Rewatch', 'Watched Date', 'Review'],
    read: (row) => entryRow('review', row),
  },
  {
    source: 'letterboxd',
    columns: [...film, 'Rewatch', 'Watched Date'],
    read: (row) => entryRow('log', row),
  },
  {
    source: 'letterboxd',
    columns: [...film, 'Rating'],
    read: (row) => [readEntry('rating', { ...nameAndYear(row), rating: row('Rating') })],
  },
  {
    source: 'letterboxd',
    columns: film,
    only: true,
    kind: 'watchlist',
    name: /watchlist[^/]*$/i,
    read: (row) => [readEntry('watchlist', nameAndYear(row))],
  },
  {
    source: 'letterboxd',
    columns: film,
    only: true,
    kind: 'favourite',
    name: /(^|\/)(likes\/)?(films|likes?)[^/]*$/i,
    read: (row) => [readEntry('favourite', nameAndYear(row))],
  },
  {
    source: 'letterboxd',
    columns: film,
    only: true,
    kind: 'seen',
    name: /watched[^/]*$/i,
    read: (row) => [readEntry('seen', nameAndYear(row))],
  },
]

const isFilmType = (type: string) =>
  ['', 'movie', 'film', 'tvmovie', 'short', 'video', 'tvspecial', 'tvshort'].includes(
    type.toLowerCase().replaceAll(/[^a-z]/g, ''),
  )

/** IMDb rates from 1 to 10; the day of a rating is not one of viewing. */
const imdb: readonly CsvFormat[] = [
  {
    source: 'imdb',
    columns: ['Const', 'Title', 'Title Type'],
    read: (row) => {
      const isList = row('Position') !== '' || row('Created') !== ''
      const kind = isList ? 'watchlist' : 'rating'
      if (!isFilmType(row('Title Type'))) return [notAFilm(kind, row, 'Title')]
      return [
        readEntry(kind, {
          title: row('Original Title') || row('Title'),
          year: row('Year') || row('Release Date'),
          imdbId: row('Const'),
          directors: row('Directors'),
          rating: isList ? '' : row('Your Rating'),
          best: 10,
          loggedAt: isList ? row('Created') : row('Date Rated'),
        }),
      ]
    },
  },
]

const tmdbColumns = ['TMDb ID', 'IMDb ID', 'Type', 'Name', 'Your Rating'] as const

const tmdbRow = (kind: ImportKind, row: Row): Read[] => [
  row('Type').toLowerCase() === 'movie'
    ? readEntry(kind, {
        title: row('Name'),
        year: row('Release Date'),
        tmdbId: row('TMDb ID'),
        imdbId: row('IMDb ID'),
        rating: kind === 'rating' ? row('Your Rating') : '',
        best: 10,
        loggedAt: row('Date Rated'),
      })
    : notAFilm(kind, row, 'Name'),
]

/** TMDB's own export: favourites are told by name; else rated rows have a rating, those of the watchlist have none. */
const tmdb: readonly CsvFormat[] = [
  {
    source: 'tmdb',
    columns: tmdbColumns,
    name: /favou?rites?[^/]*$/i,
    read: (row) => tmdbRow('favourite', row),
  },
  {
    source: 'tmdb',
    columns: tmdbColumns,
    read: (row) => tmdbRow(row('Your Rating') === '' ? 'watchlist' : 'rating', row),
  },
]

export const formats: readonly CsvFormat[] = [...letterboxd, ...imdb, ...tmdb]
