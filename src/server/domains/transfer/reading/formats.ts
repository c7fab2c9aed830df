import { posix } from 'node:path'
import type { ImportKind, ImportSource } from '#shared/api/transfer.ts'
import {
  addColumn,
  cellsOf,
  csvRecords,
  openFacts,
  rowReader,
  withoutTwins,
  type CsvFormat,
  type CsvRecord,
  type Facts,
  type Row,
} from './csv.ts'
import { stateOf, trackers } from './trackers.ts'
import { cut, htmlText, markedText, ofFilm, readEntry, type Read } from './values.ts'
import {
  diaryColumns,
  filmColumns,
  listColumns,
  seenColumns,
  unescapeCell,
  unescapeReview,
} from '../csv-cells.ts'
import { fail, lineIssue } from '#server/core/errors.ts'
import type { ImportEntry, ImportEntryList, ReadRow } from '../entry.ts'

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
  const title = /^[\da-f]{8}-[\da-f-]{27}$|^$/i.test(name) ? otherwise : cut(name, 200)
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
      const position = Number(row('Position'))
      const ofList = /watchlist/i.test(posix.basename(file))
        ? readEntry('watchlist', listed)
        : readEntry('list-film', {
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
    read: (row) => [
      ...tmdbRow('favourite', row),
      ...(row('Your Rating') === ''
        ? []
        : tmdbRow('rating', row).filter(({ fault }) => fault !== 'not-a-film')),
    ],
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

/**
 * Names of columns with the same meaning, in lower case without blanks and punctuation. Tables made by hand are
 * headed in English, German, French or Arabic too.
 */
const synonyms = {
  tmdbId: ['tmdbid', 'tmdb', 'mediaid'],
  imdbId: ['imdbid', 'imdb', 'const'],
  title: [
    'title',
    'name',
    'film',
    'movie',
    'titel',
    'filmtitel',
    'titre',
    'العنوان',
    'عنوان',
    'الفيلم',
    'فيلم',
  ],
  year: ['year', 'releaseyear', 'releasedate', 'jahr', 'année', 'annee', 'السنة', 'سنة', 'سنةالإصدار'],
  directors: ['directors', 'director', 'regie', 'réalisateur', 'réalisation', 'المخرج', 'إخراج'],
  key: ['letterboxduri', 'url', 'uri'],
  rating: ['rating', 'stars', 'bewertung', 'sterne', 'étoiles', 'التقييم', 'تقييم', 'النجوم'],
  rating10: ['rating10', 'userrating', 'score', 'yourrating'],
  watchedAt: [
    'watcheddate',
    'watchedat',
    'datewatched',
    'watchdate',
    'watchedon',
    'enddate',
    'gesehenam',
    'vule',
    'datedevisionnage',
    'تاريخالمشاهدة',
  ],
  loggedAt: ['createddate', 'date', 'ratedat', 'addedat', 'listedat', 'timestamp', 'datum', 'التاريخ'],
  rewatch: ['rewatch', 'rewatchcount'],
  tags: ['tags', 'schlagwörter', 'étiquettes', 'الوسوم', 'وسوم'],
  review: ['review', 'comment', 'notes', 'rezension', 'kritik', 'critique', 'مراجعة', 'المراجعة', 'رأي'],
  type: ['type', 'mediatype'],
  status: ['status', 'watchlist'],
} as const

type Field = keyof typeof synonyms

/** Columns of tables of books and records, which have titles and stars too. */
const otherWorks = ['isbn', 'isbn10', 'isbn13', 'isbnuid', 'rymalbum']

/** The columns that are read of a table of any service, by what they mean. */
function fieldsOf(header: readonly string[]): Map<Field, string> {
  const known = new Map(
    header.map((name) => [
      name
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, ''),
      name,
    ]),
  )
  const fields = new Map<Field, string>()
  for (const field of Object.keys(synonyms) as Field[]) {
    const name = synonyms[field].find((one) => known.has(one))
    if (name !== undefined) fields.set(field, known.get(name) ?? '')
  }
  return fields
}

/** Columns with a member's own words that were not read; docs/import.md tells of the rest of what services write. */
export function unreadColumns(source: ImportSource, columns: readonly string[]): string[] {
  if (source === 'movary') return columns.filter((name) => name === 'location')
  if (source !== 'csv' || listColumns.every((name) => columns.includes(name))) return []
  const read = new Set(fieldsOf(columns).values())
  return columns.filter((name) => !read.has(name))
}

type Best = 5 | 10 | 100

/** Of this share of a column's numbers a scale is known; fewer are mistyped. */
const minShare = 0.1

/**
 * The scale of a column that does not say it: a tenth of the numbers or more are too high for the one below. Halves
 * below five stars alone are out of five, whatever else there is.
 */
async function scaleOf(cells: AsyncIterable<string>, otherwise: Best): Promise<Best> {
  let all = 0
  let aboveFive = 0
  let aboveTen = 0
  const halves = { low: 0, high: 0 }
  for await (const cell of cells) {
    const value = Number(cell.replace(',', '.'))
    if (!(value > 0 && value <= 100)) continue
    all++
    if (value > 5) aboveFive++
    if (value > 10) aboveTen++
    if (!Number.isInteger(value)) halves[value > 5 ? 'high' : 'low']++
  }
  const isShare = (count: number) => count > 0 && count >= all * minShare
  if (halves.low > 0 && halves.high === 0) return otherwise
  if (isShare(aboveTen)) return 100
  return isShare(aboveFive) ? 10 : otherwise
}

const assumedScales = { 10: 'stars-of-ten', 100: 'stars-of-hundred' } as const

/**
 * Reads rows of any CSV that names films by their ids, or by their titles with stars or a day (or in a file called
 * watchlist): the format that Letterboxd imports, Trakt's and tables made by hand. Null for others.
 */
function genericCsv(
  header: readonly string[],
  file: string,
): (Pick<CsvFormat, 'read'> & Required<Pick<CsvFormat, 'survey'>>) | null {
  const names = new Set(header.map((name) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')))
  const fields = fieldsOf(header)
  const isWatchlist = /watchlist/i.test(file) || names.has('watchlistedat') || names.has('listedat')
  const isOfFilms =
    fields.has('title') &&
    (isWatchlist || fields.has('rating') || fields.has('rating10') || fields.has('watchedAt'))
  if (!fields.has('tmdbId') && !fields.has('imdbId') && !isOfFilms) return null
  const isOfOthers =
    !fields.has('tmdbId') && !fields.has('imdbId') && otherWorks.some((name) => names.has(name))
  const isDiary = header.join() === diaryColumns.join()
  const isOwn = isDiary || [filmColumns, seenColumns].some((columns) => columns.join() === header.join())
  // Services whose rating column goes up to ten.
  const isOfTen = ['trakt', 'traktid', 'ratedat', 'simklid'].some((name) => names.has(name))
  const cellOf = (row: Row, field: Field) => {
    const name = fields.get(field)
    const written = name === undefined ? '' : row(name)
    return isOwn ? unescapeCell(written) : written
  }
  const readWith = (bestOf: { rating: Best; rating10: Best }) => (row: Row) => {
    const cell = (field: Field) => cellOf(row, field)
    const watchedAt = cell('watchedAt')
    const scale = cell('rating') ? 'rating' : 'rating10'
    const stars = cell(scale)
    // Tables write 0 where there are none.
    const rating = Number(stars) === 0 ? '' : stars
    const review = isOwn ? unescapeReview(cell('review')) : markedText(cell('review'))
    // A film with stars was seen, whatever its status says.
    const state = rating === '' ? stateOf(cell('status')) : null
    const isPlanned = state === 'unfinished'
    const read = readEntry('log', {
      title: cell('title'),
      year: cell('year'),
      tmdbId: cell('tmdbId'),
      imdbId: cell('imdbId'),
      directors: cell('directors'),
      key: cell('key'),
      rating,
      best: bestOf[scale],
      watchedAt,
      loggedAt: cell('loggedAt'),
      rewatch: cell('rewatch'),
      tags: cell('tags'),
      review,
    })
    const kind =
      isWatchlist || isPlanned ? 'watchlist' : kindOf(read.entry, { isDated: watchedAt !== '', rating })
    const isFilm = !isOfOthers && ['', 'movie', 'movies', 'film'].includes(cell('type').toLowerCase())
    const fault = read.fault ?? (state === 'dropped' && kind === 'seen' ? 'left-out' : null)
    return [ofFilm(isFilm, { entry: { ...read.entry, kind: isDiary ? 'log' : kind }, fault })]
  }
  const usual = { rating: isOfTen ? 10 : 5, rating10: 10 } as const
  return {
    read: readWith(usual),
    async survey(rows, _file, assumed) {
      if (isOwn) return readWith(usual)
      const field = fields.has('rating') ? 'rating' : 'rating10'
      const best = await scaleOf(
        cellsIn(rows, (row) => cellOf(row, field)),
        usual[field],
      )
      if (best !== 5 && best !== usual[field]) assumed.add(assumedScales[best])
      return readWith({ ...usual, [field]: best })
    },
  }
}

async function* cellsIn(rows: AsyncIterable<Row>, cellOf: (row: Row) => string): AsyncGenerator<string> {
  for await (const row of rows) yield cellOf(row)
}

/** With a day, a text, tags or as a rewatch the row is a log, with stars alone a rating. */
function kindOf(
  { review, tags, rewatch }: ImportEntry,
  { isDated, rating }: { isDated: boolean; rating: string },
): ImportKind {
  if (isDated || review !== '' || tags.length > 0 || rewatch) return 'log'
  return rating === '' ? 'seen' : 'rating'
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
  const header = withoutTwins(cells.map((cell) => cell.trim()))
  const reader = readerOf(header, file, known)
  if (!reader)
    throw fail('import.columns', {
      issues: [lineIssue(file, line, header.join(',').slice(0, 300))],
    })
  const columns = header.map((name) => addColumn(facts, name))
  const surveyed = reader.survey && {
    ...reader,
    read: await reader.survey(rowsBelow(header, csvRecords(file, bytes, openFacts())), file, facts.assumed),
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
  const generic = known === formats ? genericCsv(header, file) : null
  return generic && { source: 'csv', ...generic }
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
