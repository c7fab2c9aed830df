import type { ImdbListKind, ImportKind } from '#shared/api/transfer.ts'
import { fail } from '#server/core/errors.ts'
import type { ImportReading, ReadRow } from '../entry.ts'
import { isArchive, openArchive, type Archive } from './archive.ts'
import { openFacts, type Facts } from './csv.ts'
import { formats, letterboxd, listOfFile, readCsvFile } from './formats.ts'
import {
  hasLetterboxdTable,
  isLetterboxdList,
  letterboxdFolder,
  readLetterboxdArchive,
  readLetterboxdList,
} from './letterboxd-archive.ts'
import { readSceneArchive, sceneFolder } from './scene-archive.ts'
import { isJson, readJsonExport } from './json-exports.ts'
import { isNeodb, readNeodbArchive } from './neodb-archive.ts'
import { tvTime } from './trackers.ts'
import { isTrakt, readTraktArchive } from './trakt-archive.ts'

/** The call by which a file was sent. */
export type ImportCall = 'letterboxd-logs' | 'letterboxd-watchlist' | 'anything'

export interface GivenFile {
  name: string
  bytes: Buffer
}

/**
 * Recognises a file. Its rows are read, and may still throw, as they are asked for.
 * @throws import.not_a_file, import.columns, import.broken, import.archive, import.empty; `issues` name file and line
 */
export async function readImport(
  file: GivenFile,
  call: ImportCall,
  imdbList?: ImdbListKind,
): Promise<ImportReading> {
  const reading = await openImport(file, call, imdbList)
  return { ...reading, rows: withLostParts(reading.rows) }
}

/** Kinds of rows whose text Scene has no place for. */
const textless: ReadonlySet<ImportKind> = new Set(['watchlist', 'favourite', 'rating', 'seen'])
/** The kinds among them that have no place for stars, days and tags either. */
const unseen: ReadonlySet<ImportKind> = new Set(['watchlist', 'favourite'])

/** After each row that says something for which Scene has no place, adds a faulty row that says so and keeps its content. */
async function* withLostParts(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow> {
  const isSecond = openNotes()
  for await (const row of rows) {
    yield row
    const { kind, review, note = '', rating, watchedAt, tags } = row.entry
    const isLost =
      (textless.has(kind) && review + note !== '') ||
      (unseen.has(kind) && (rating !== null || watchedAt !== null || tags.length > 0)) ||
      isSecond(row)
    if (row.fault === null && isLost) yield { ...row, fault: 'no-place' }
  }
}

/**
 * Tells of each row of a list whether it has a note on a film that has another one there already: a film is in a list
 * once, with the first note of its rows.
 */
function openNotes(): (row: ReadRow) => boolean {
  const notes = new Map<string, string>()
  return ({ entry: { kind, list, title, year, tmdbId, imdbId, note = '' }, fault }) => {
    if (kind !== 'list-film' || note === '' || fault !== null) return false
    const name = JSON.stringify([list?.key, tmdbId ?? imdbId ?? [title, year]])
    const first = notes.get(name)
    if (first === undefined) notes.set(name, note)
    return first !== undefined && first !== note
  }
}

/** An archive may be packed once more, by whoever passed it on. One that holds itself would be read without end. */
const maxArchives = 2

/** `outer` counts the archives that the file is in. */
async function openImport(
  { name, bytes }: GivenFile,
  call: ImportCall,
  imdbList?: ImdbListKind,
  outer = 0,
): Promise<ImportReading> {
  if (isArchive(bytes)) {
    if (call === 'anything' && outer < maxArchives) return readArchive(name, bytes, outer)
    throw fail('import.not_a_file', { issues: [{ path: name, message: 'an archive, not a CSV' }] })
  }
  const facts = openFacts()
  if (call === 'anything' && isJson(bytes))
    return { files: [name], facts, ...readJsonExport(name, bytes, facts) }
  if (call === 'anything' && isLetterboxdList(bytes))
    return { source: 'letterboxd', files: [name], facts, rows: readLetterboxdList(name, bytes, facts) }
  const known = call === 'anything' ? formats : formatsOf(call, name)
  const { source, rows } = await readCsvFile(name, bytes, known, facts)
  return { source, files: [name], rows: source === 'imdb' ? imdbRows(rows, name, imdbList) : rows, facts }
}

/**
 * The rows of an IMDb list as the kind that the member says it is. Stars of a film on a watchlist are told and stay
 * out: they would mark it as seen.
 */
async function* imdbRows(
  rows: AsyncIterable<ReadRow>,
  name: string,
  kind: ImdbListKind | undefined,
): AsyncGenerator<ReadRow> {
  let lastPlanned = 0
  for await (const row of rows) {
    const { entry, line } = row
    const isListed = entry.kind === 'list-film' || entry.kind === 'watchlist'
    const as = isListed && kind ? ({ list: 'list-film', watchlist: 'watchlist' } as const)[kind] : entry.kind
    if (as === 'watchlist') lastPlanned = line
    if (as === entry.kind)
      yield line === lastPlanned && entry.kind === 'rating' ? { ...row, fault: row.fault ?? 'no-place' } : row
    else {
      const list = as === 'watchlist' ? null : listOfFile(name, 'IMDb')
      yield { ...row, entry: { ...entry, kind: as, list } }
    }
  }
}

/**
 * The formats that each of Letterboxd's fields accepts, whatever the file's name. But a watchlist and a list of
 * watched films have the same columns, so the name decides when it says which one it is.
 */
function formatsOf(call: 'letterboxd-logs' | 'letterboxd-watchlist', file: string) {
  const wanted = call === 'letterboxd-watchlist' ? 'watchlist' : 'seen'
  const other = wanted === 'seen' ? 'watchlist' : 'seen'
  const isNamed = (kind: string) =>
    letterboxd.some((format) => format.kind === kind && format.name?.test(file))
  const isOther = isNamed(other) && !isNamed(wanted)
  return letterboxd
    .filter((format) => !isOther || format.kind !== wanted)
    .filter((format) => format.name === undefined || format.kind === wanted)
    .filter((format) => call === 'letterboxd-logs' || format.kind === wanted)
    .map(({ name: _any, ...format }) => format)
}

/**
 * TV Time has dozens of tables; these are the ones of watched films and episodes. The separators in their names vary.
 */
const isTvTime = (path: string) => /(^|\/)tracking[-_]prod[-_]records([-_]v2)?\.csv$/i.test(path)

async function* readTables(
  archive: Archive,
  paths: readonly string[],
  facts: Facts,
): AsyncGenerator<ReadRow> {
  for (const path of paths) yield* (await readCsvFile(path, await archive.read(path), tvTime, facts)).rows
}

async function readArchive(name: string, bytes: Buffer, outer: number): Promise<ImportReading> {
  const archive = await openArchive(name, bytes)
  const facts = openFacts()
  const files = [name]
  const own = sceneFolder(archive.paths)
  // Checked first, since Scene's own export contains files in Letterboxd's format too.
  if (own !== null) return { source: 'scene', files, facts, ...(await readSceneArchive(archive, own, facts)) }
  const folder = letterboxdFolder(archive.paths)
  if (isTrakt(archive.paths)) return { source: 'trakt', files, facts, rows: readTraktArchive(archive, facts) }
  if (folder !== null)
    return { source: 'letterboxd', files, facts, rows: readLetterboxdArchive(archive, folder, facts) }
  if (isNeodb(archive.paths)) return { source: 'neodb', files, facts, rows: readNeodbArchive(archive, facts) }
  const tables = archive.paths.filter((path) => isTvTime(path))
  if (tables.length > 0) return { source: 'tvtime', files, facts, rows: readTables(archive, tables, facts) }
  const [only, ...others] = archive.paths.filter((path) => /\.(csv|json|zip)$/i.test(path))
  if (only !== undefined && others.length === 0) {
    const inner = { name: only, bytes: await archive.read(only) }
    return { ...(await openImport(inner, 'anything', undefined, outer + 1)), files }
  }
  if (await hasLetterboxdTable(archive))
    return { source: 'letterboxd', files, facts, rows: readLetterboxdArchive(archive, '', facts) }
  throw fail('import.not_a_file', { issues: [{ path: name, message: 'no files of an export in it' }] })
}
