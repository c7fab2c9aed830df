import { posix } from 'node:path'
import type { ImportKind, ImportSource } from '#shared/api/transfer.ts'
import {
  addColumn,
  cellsOf,
  csvRecords,
  openFacts,
  rowReader,
  type CsvFormat,
  type CsvRecord,
  type Facts,
  type Row,
} from './csv.ts'
import { trackers } from './trackers.ts'
import { htmlText, markedText, ofFilm, readEntry, type Read } from './values.ts'
import {
  diaryColumns,
  filmColumns,
  listColumns,
  seenColumns,
  unescapeCell,
  unescapeReview,
} from '../csv-cells.ts'
import { fail, lineIssue } from '#server/core/errors.ts'
import type { ImportEntryList, ReadRow } from '../entry.ts'

const film = ['Date', 'Name', 'Year', 'Letterboxd URI'] as const

const nameAndYear = (row: Row) => ({
  title: row('Name'),
  year: row('Year'),
  loggedAt: row('Date'),
})

/** A row of diary.csv or reviews.csv. Its address is the key of the entry; without a watched day there is no key. */
const entryRow = (kind: 'log' | 'review', row: Row): Read[] => [
  readEntry(kind, {
    ...nameAndYear(row),
    key: row('Letterboxd URI'),
    rating: row('Rating'),
    rewatch: row('Rewatch'),
    tags: row('Tags'),
    review: markedText(row('Review')),
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
    name: /watchlist/i,
    read: (row) => [readEntry('watchlist', nameAndYear(row))],
  },
  {
    source: 'letterboxd',
    columns: film,
    only: true,
    kind: 'favourite',
    name: /^(films|likes?)/i,
    read: (row) => [readEntry('favourite', nameAndYear(row))],
  },
  {
    source: 'letterboxd',
    columns: film,
    only: true,
    kind: 'seen',
    name: /watched/i,
    read: (row) => [readEntry('seen', nameAndYear(row))],
  },
]

const isFilmType = (type: string) =>
  ['', 'movie', 'film', 'tvmovie', 'short', 'video', 'tvspecial', 'tvshort'].includes(
    type.toLowerCase().replaceAll(/[^a-z]/g, ''),
  )

/** A list whose title is only in the file's name, which in newer exports of IMDb is a number. */
export function listOfFile(file: string, otherwise: string): ImportEntryList {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.csv$/i, '')
  const title = /^[\da-f]{8}-[\da-f-]{27}$|^$/i.test(name) ? otherwise : name.slice(0, 200)
  return { key: name, title, description: '', position: null }
}

/** IMDb rates from 1 to 10; the day of a rating is not one of viewing. */
const imdb: readonly CsvFormat[] = [
  {
    source: 'imdb',
    columns: ['Const', 'Title', 'Title Type'],
    read: (row, file) => {
      const isList = row('Position') !== '' || row('Created') !== ''
      const film = {
        title: row('Original Title') || row('Title'),
        year: row('Year') || row('Release Date'),
        imdbId: row('Const'),
        directors: row('Directors'),
      }
      const isFilm = isFilmType(row('Title Type'))
      const listed = { ...film, loggedAt: row('Created'), note: htmlText(row('Description')) }
      const rating = { ...film, rating: row('Your Rating'), best: 10 as const, loggedAt: row('Date Rated') }
      if (!isList) return [ofFilm(isFilm, readEntry('rating', rating))]
      if (/watchlist/i.test(posix.basename(file))) return [ofFilm(isFilm, readEntry('watchlist', listed))]
      const position = Number(row('Position'))
      const ofList = readEntry('list-film', {
        ...listed,
        list: {
          ...listOfFile(file, 'IMDb'),
          position: Number.isInteger(position) && position > 0 ? position : null,
        },
      })
      const isRated = isFilm && row('Your Rating') !== ''
      return [ofFilm(isFilm, ofList), ...(isRated ? [readEntry('rating', rating)] : [])]
    },
  },
]

const tmdbColumns = ['TMDb ID', 'IMDb ID', 'Type', 'Name', 'Your Rating'] as const

const tmdbRow = (kind: ImportKind, row: Row): Read[] => [
  ofFilm(
    row('Type').toLowerCase() === 'movie',
    readEntry(kind, {
      title: row('Name'),
      year: row('Release Date'),
      tmdbId: row('TMDb ID'),
      imdbId: row('IMDb ID'),
      rating: kind === 'rating' ? row('Your Rating') : '',
      best: 10,
      loggedAt: row('Date Rated'),
    }),
  ),
]

/**
 * TMDB's own export. Favourites are recognised by the file's name; of others, rated films have a rating and those of
 * the watchlist have none.
 */
const tmdb: readonly CsvFormat[] = [
  {
    source: 'tmdb',
    columns: tmdbColumns,
    name: /favou?rites?/i,
    read: (row) => tmdbRow('favourite', row),
  },
  {
    source: 'tmdb',
    columns: tmdbColumns,
    read: (row) => tmdbRow(row('Your Rating') === '' ? 'watchlist' : 'rating', row),
  },
]

/** A list of Scene's own export; films are in the order of the rows. */
const ownList: CsvFormat = {
  source: 'csv',
  columns: listColumns,
  only: true,
  read: (row, file) => {
    const text = (column: string) => unescapeCell(row(column))
    return [
      readEntry('list-film', {
        title: text('Title'),
        year: row('Year'),
        tmdbId: row('tmdbID'),
        note: unescapeReview(text('Description')),
        list: listOfFile(file, 'List'),
      }),
    ]
  },
}

export const formats: readonly CsvFormat[] = [...letterboxd, ...imdb, ...tmdb, ...trackers, ownList]

/** Names of columns with the same meaning, in lower case without blanks and punctuation. */
const synonyms = {
  tmdbId: ['tmdbid', 'tmdb', 'mediaid'],
  imdbId: ['imdbid', 'imdb', 'const'],
  title: ['title', 'name'],
  year: ['year', 'releaseyear', 'releasedate'],
  directors: ['directors', 'director'],
  key: ['letterboxduri', 'url', 'uri'],
  rating: ['rating'],
  rating10: ['rating10', 'userrating', 'score', 'yourrating'],
  watchedAt: ['watcheddate', 'watchedat', 'datewatched', 'enddate'],
  loggedAt: ['createddate', 'date', 'ratedat', 'addedat', 'listedat'],
  rewatch: ['rewatch', 'rewatchcount'],
  tags: ['tags'],
  review: ['review', 'comment', 'notes'],
  type: ['type', 'mediatype'],
  status: ['status', 'watchlist'],
} as const

type Field = keyof typeof synonyms

/**
 * Reads rows of any CSV with ids of films: the format that Letterboxd imports, Trakt's and tables made by hand. Null when the header has no column of ids.
 */
export function genericCsv(header: readonly string[], file: string): ((row: Row) => Read[]) | null {
  const known = new Map(header.map((name) => [name.toLowerCase().replaceAll(/[^a-z\d]/g, ''), name]))
  const column = (field: Field) => {
    for (const name of synonyms[field]) {
      const found = known.get(name)
      if (found !== undefined) return found
    }
    return null
  }
  const columns = new Map((Object.keys(synonyms) as Field[]).map((field) => [field, column(field)]))
  if (!columns.get('tmdbId') && !columns.get('imdbId')) return null
  const isDiary = header.join() === diaryColumns.join()
  const isOwn = isDiary || [filmColumns, seenColumns].some((columns) => columns.join() === header.join())
  // Services whose rating column goes up to ten.
  const isOfTen = ['trakt', 'traktid', 'ratedat', 'simklid'].some((name) => known.has(name))
  const isWatchlist = /watchlist/i.test(file) || known.has('watchlistedat') || known.has('listedat')
  return (row) => {
    const cell = (field: Field) => {
      const name = columns.get(field)
      const written = name ? row(name) : ''
      return isOwn ? unescapeCell(written) : written
    }
    const watchedAt = cell('watchedAt')
    const stars = cell('rating') || cell('rating10')
    // Tables write 0 where there are none.
    const rating = Number(stars) === 0 ? '' : stars
    const review = isOwn ? unescapeReview(cell('review')) : markedText(cell('review'))
    // A film with stars was seen, whatever its status says.
    const isPlanned = /^(plan|watchlist|wish)/i.test(cell('status')) && rating === ''
    const kind = isDiary
      ? 'log'
      : kindOf({ isWatchlist: isWatchlist || isPlanned, watchedAt, rating, review })
    const type = cell('type').toLowerCase()
    const read = readEntry(kind, {
      title: cell('title'),
      year: cell('year'),
      tmdbId: cell('tmdbId'),
      imdbId: cell('imdbId'),
      directors: cell('directors'),
      key: cell('key'),
      rating,
      best: cell('rating') && !isOfTen ? 5 : 10,
      watchedAt,
      loggedAt: cell('loggedAt'),
      rewatch: cell('rewatch'),
      tags: cell('tags'),
      review,
    })
    return [ofFilm(['', 'movie', 'movies', 'film'].includes(type), read)]
  }
}

/** With a day or a text the row is a log, with stars alone a rating. */
function kindOf(row: { isWatchlist: boolean; watchedAt: string; rating: string; review: string }) {
  if (row.isWatchlist) return 'watchlist'
  if (row.watchedAt !== '' || row.review !== '') return 'log'
  return row.rating === '' ? 'seen' : 'rating'
}

/** A CSV whose header was understood. */
export interface KnownCsv {
  source: ImportSource
  rows: AsyncIterable<ReadRow>
}

type Reader = Pick<CsvFormat, 'source' | 'read' | 'survey'>

/**
 * Recognises a CSV by its header and reads its rows. @throws import.columns, import.empty and those of `csvRecords`
 */
export async function readCsvFile(
  file: string,
  bytes: Buffer,
  known: readonly CsvFormat[] = formats,
  facts: Facts = openFacts(),
): Promise<KnownCsv> {
  const records = csvRecords(file, bytes, facts)
  let first = await records.next()
  while (!first.done && isBlank(first.value.cells)) first = await records.next()
  if (first.done) throw fail('import.empty', { issues: [{ path: file, message: 'no header' }] })
  const { line, cells } = first.value
  const header = cells.map((cell) => cell.trim())
  const reader = readerOf(header, file, known)
  if (!reader)
    throw fail('import.columns', {
      issues: [lineIssue(file, line, header.join(',').slice(0, 300))],
    })
  const columns = header.map((name) => addColumn(facts, name))
  const surveyed = reader.survey && {
    ...reader,
    read: await reader.survey(rowsBelow(header, csvRecords(file, bytes, openFacts())), file),
  }
  return { source: reader.source, rows: readRows({ file, header, columns }, records, surveyed ?? reader) }
}

/** The records after the header. */
async function* rowsBelow(header: readonly string[], records: AsyncIterable<CsvRecord>): AsyncGenerator<Row> {
  const rowOf = rowReader(header)
  let isBelow = false
  for await (const { cells } of records) {
    if (isBlank(cells)) continue
    if (isBelow) yield rowOf(cells)
    isBelow = true
  }
}

function readerOf(header: readonly string[], file: string, known: readonly CsvFormat[]): Reader | null {
  const format = known.find(
    ({ columns, only, name }) =>
      columns.every((column) => header.includes(column)) &&
      (!only || header.length === columns.length) &&
      (name === undefined || name.test(posix.basename(file))),
  )
  if (format) return format
  const read = known === formats ? genericCsv(header, file) : null
  return read && { source: 'csv', read }
}

async function* readRows(
  { file, header, columns }: { file: string; header: readonly string[]; columns: readonly (string | null)[] },
  records: AsyncIterable<CsvRecord>,
  reader: Reader,
): AsyncGenerator<ReadRow> {
  const rowOf = rowReader(header)
  for await (const { line, cells } of records) {
    if (isBlank(cells)) continue
    const said = cellsOf(columns, cells)
    for (const { entry, fault } of reader.read(rowOf(cells), file))
      yield { file, line, entry, fault, cells: said }
  }
}

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
