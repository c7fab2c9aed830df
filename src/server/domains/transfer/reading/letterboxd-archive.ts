import { maxTags, parseTags } from '#shared/tags.ts'
import type { ImportEntryList, ReadRow } from '../entry.ts'
import type { Archive } from './archive.ts'
import { isBlank, letterboxd, readCsvFile } from './formats.ts'
import { addColumn, cellsOf, csvRecords, rowReader, type Facts, type Row } from './csv.ts'
import { htmlText, readEntry, readList } from './values.ts'
import { fail, isFailure, lineIssue } from '#server/core/errors.ts'

/** The files of an export that hold a member's own history, in the order in which they are imported. */
const parts = ['diary.csv', 'reviews.csv', 'ratings.csv', 'watched.csv', 'likes/films.csv', 'watchlist.csv']

/** What holds no films of the history: the profile, what was said and liked of things there, and what was deleted. */
const leftOut =
  /(?:^|\/)(?:deleted|orphaned)\/|(?:^|\/)(?:profile|comments|likes\/reviews|likes\/lists)\.csv$/i

const isTable = (path: string) => /\.csv$/i.test(path) && !leftOut.test(path)

/**
 * The folder of the archive with the export's files, since people pack them again inside others; null when it is no
 * export. Deleted things are in folders with files of the same names, which may come first.
 */
export function letterboxdFolder(paths: readonly string[]): string | null {
  const folders = paths.flatMap((path) => {
    const folder = /^((?:.*\/)?)(?:diary|ratings|watched|watchlist|reviews)\.csv$/i.exec(path)?.[1]
    return folder === undefined || /(?:^|\/)(?:deleted|orphaned)\/$/i.test(folder) ? [] : [folder]
  })
  return folders.toSorted((a, b) => a.split('/').length - b.split('/').length)[0] ?? null
}

/** Whether an archive without that folder has a part of an export, such as its lists, under whatever names. */
export async function hasLetterboxdTable(archive: Archive): Promise<boolean> {
  for (const path of archive.paths.filter(isTable)) {
    const bytes = await archive.read(path)
    if (isLetterboxdList(bytes) || bytes.subarray(0, 300).includes('Letterboxd URI')) return true
  }
  return false
}

/**
 * Reads a whole export. Reviews are joined to diary entries by the address of the entry; films that are in several
 * files (a film of the diary is in ratings and watched too) are sorted out when they are imported. `deleted/` and
 * `orphaned/` are skipped; a table of another name (`reviews (1).csv`) is read by its columns, or told as not read.
 */
export async function* readLetterboxdArchive(
  archive: Archive,
  folder: string,
  facts: Facts,
): AsyncGenerator<ReadRow> {
  const own = archive.paths.filter((path) => path.startsWith(folder))
  // Repacking may change upper and lower case too.
  const found = new Map(own.map((path) => [path.slice(folder.length).toLowerCase(), path]))
  const bytesAt = async (path: string) => {
    const whole = found.get(path)
    return whole === undefined ? null : archive.read(whole)
  }
  const reviews = await collect('reviews.csv', await bytesAt('reviews.csv'), facts)
  for (const path of parts) {
    if (path === 'reviews.csv') {
      // Reviews that are not in the diary have no day.
      yield* reviews.values()
      continue
    }
    const bytes = await bytesAt(path)
    if (bytes === null) continue
    for await (const row of (await readCsvFile(path, bytes, letterboxd, facts)).rows)
      yield path === 'diary.csv' ? withReview(row, reviews) : row
  }
  for (const [path, whole] of found)
    if (/^lists\/.+\.csv$/.test(path))
      yield* readLetterboxdList(whole.slice(folder.length), await archive.read(whole), facts)
  for (const path of archive.paths.filter((one) => isOther(one, folder)))
    yield* readOther(path, await archive.read(path), facts)
  yield* favouriteFilms(bytesAt, facts)
}

/** A table that no export has by this name: renamed, saved twice, or in another folder than the rest. */
function isOther(path: string, folder: string): boolean {
  const inside = path.startsWith(folder) ? path.slice(folder.length).toLowerCase() : null
  const isRead = inside !== null && (parts.includes(inside) || inside.startsWith('lists/'))
  return isTable(path) && !isRead
}

async function* readOther(path: string, bytes: Buffer, facts: Facts): AsyncGenerator<ReadRow> {
  if (isLetterboxdList(bytes)) {
    yield* readLetterboxdList(path, bytes, facts)
    return
  }
  try {
    yield* (await readCsvFile(path, bytes, letterboxd, facts)).rows
  } catch (error) {
    if (!isFailure(error, 'import.columns') && !isFailure(error, 'import.empty')) throw error
    yield { file: path, line: 1, ...readEntry('log', { title: path }), fault: 'not-read' }
  }
}

/** Collects rows by the address of their entry; the first of each counts. */
async function collect(path: string, bytes: Buffer | null, facts: Facts): Promise<Map<string, ReadRow>> {
  const found = new Map<string, ReadRow>()
  if (bytes === null) return found
  for await (const row of (await readCsvFile(path, bytes, letterboxd, facts)).rows) {
    const { key } = row.entry
    found.set(key === null || found.has(key) ? `${path}:${row.line}` : key, row)
  }
  return found
}

/** Joins a diary row with its review, which is removed from the rest. */
function withReview(row: ReadRow, reviews: Map<string, ReadRow>): ReadRow {
  const { key } = row.entry
  const review = key === null ? undefined : reviews.get(key)
  if (key === null || !review) return row
  reviews.delete(key)
  const { review: text, reviewEmphasis, tags } = review.entry
  return {
    ...row,
    fault: row.fault ?? review.fault,
    entry: {
      ...row.entry,
      review: text,
      ...(reviewEmphasis && { reviewEmphasis }),
      tags: row.entry.tags.length > 0 ? row.entry.tags : tags,
    },
  }
}

/** The profile has only the addresses of the favourite films; other files say which films these are. */
async function* favouriteFilms(
  bytesAt: (path: string) => Promise<Buffer | null>,
  facts: Facts,
): AsyncGenerator<ReadRow> {
  const profile = await bytesAt('profile.csv')
  if (profile === null) return
  const [header, values] = await firstRecords('profile.csv', profile)
  if (!header || !values) return
  const wanted = rowReader(header.cells)(values.cells)('Favorite Films')
    .split(/,\s*/)
    .filter(Boolean)
    .slice(0, 4)
  const films = new Map<string, { title: string; year: string }>()
  for (const path of ['watched.csv', 'ratings.csv', 'likes/films.csv', 'watchlist.csv']) {
    const bytes = wanted.length === 0 ? null : await bytesAt(path)
    if (bytes === null) continue
    let rowOf: ReturnType<typeof rowReader> | null = null
    for await (const { cells } of csvRecords(path, bytes, facts)) {
      const row = rowOf?.(cells)
      if (row) films.set(row('Letterboxd URI'), { title: row('Name'), year: row('Year') })
      rowOf ??= rowReader(cells)
    }
  }
  for (const address of wanted) {
    const { entry, fault } = readEntry('profile-favourite', films.get(address) ?? {})
    yield { file: 'profile.csv', line: values.line, entry, fault }
  }
}

async function firstRecords(path: string, bytes: Buffer) {
  const records = []
  for await (const record of csvRecords(path, bytes)) {
    records.push(record)
    if (records.length === 2) break
  }
  return records
}

/** Whether a file is a Letterboxd list, which can be exported alone too. */
export const isLetterboxdList = (bytes: Buffer) =>
  /^\ufeff?"?Letterboxd list export/.test(bytes.subarray(0, 100).toString())

const isHeader = (cells: readonly string[], ...columns: string[]) =>
  columns.every((column) => cells.includes(column))

/**
 * Reads a list of a Letterboxd export: a line with the format's name, a table of one row about the list, a blank
 * line, and the table of its films. The tables are recognised by their headers, since texts of several lines may come
 * before. A list without a title is named after its file.
 * @throws import.columns, and those of `csvRecords`
 */
export async function* readLetterboxdList(
  file: string,
  bytes: Buffer,
  facts: Facts,
): AsyncGenerator<ReadRow> {
  let list = aboutFile(file)
  let about: ((cells: readonly string[]) => Row) | null = null
  let film: ((cells: readonly string[]) => Row) | null = null
  let columns: readonly (string | null)[] = []
  let unknown: number | null = null
  let made = ''
  let said: Record<string, string> = {}
  function* asList(): Generator<ReadRow> {
    const read = readList(list, { made, cells: said })
    ;({ list } = read)
    for (const row of read.rows) yield { file, line: 1, ...row }
  }
  for await (const { line, cells } of csvRecords(file, bytes, facts)) {
    if (isBlank(cells)) continue
    if (film) {
      const row = film(cells)
      const position = Number(row('Position'))
      const { entry, fault } = readEntry('list-film', {
        title: row('Name'),
        year: row('Year'),
        note: htmlText(row('Description')),
        list: { ...list, position: Number.isInteger(position) && position > 0 ? position : null },
      })
      yield { file, line, entry, fault, cells: cellsOf(columns, cells) }
    } else if (isHeader(cells, 'Position', 'Name', 'Year')) {
      yield* asList()
      film = rowReader(cells)
      columns = cells.map((name) => addColumn(facts, name))
    } else if (isHeader(cells, 'Date', 'Name', 'Description')) {
      about = rowReader(cells)
      columns = cells.map((name) => addColumn(facts, name))
    } else if (about) {
      const row = about(cells)
      list = aboutRow(row, list)
      made = row('Date')
      said = cellsOf(columns, cells)
    } else unknown ??= line
  }
  if (about && !film) yield* asList()
  if (unknown !== null && !film && !about)
    throw fail('import.columns', {
      issues: [lineIssue(file, unknown, 'not the columns of a list')],
    })
}

function aboutFile(file: string): ImportEntryList {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.csv$/i, '')
  return { key: `letterboxd:${file}`, title: name, description: '', position: null }
}

const aboutRow = (row: Row, otherwise: ImportEntryList): ImportEntryList => ({
  key: `letterboxd:${row('URL') || row('Name')}`,
  title: row('Name') || otherwise.title,
  description: htmlText(row('Description')),
  tags: parseTags(row('Tags')).slice(0, maxTags),
  position: null,
})
