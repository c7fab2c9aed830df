import type { ReadRow } from '../entry.ts'
import type { Archive } from './archive.ts'
import { readCsvFile } from './csv-file.ts'
import { csvRecords, rowReader } from './csv.ts'
import { letterboxd } from './formats.ts'
import { readLetterboxdList } from './letterboxd-list.ts'
import { textOf } from './text.ts'
import { readEntry } from './values.ts'

/** The files of an export that hold a member's own history, in the order in which they are imported. */
const parts = ['diary.csv', 'reviews.csv', 'ratings.csv', 'watched.csv', 'likes/films.csv', 'watchlist.csv']

/** The folder of the archive that the files lie in: people pack them again inside one. Null when it is no export. */
export function letterboxdFolder(paths: readonly string[]): string | null {
  const found = paths.find((path) =>
    /^(?:[^/]+\/)?(?:diary|ratings|watched|watchlist|reviews)\.csv$/.test(path),
  )
  return found === undefined ? null : found.slice(0, found.lastIndexOf('/') + 1)
}

/**
 * A whole export. Reviews join the diary by the address of the entry; what is in several files (a film of the diary
 * is in ratings and watched too) is told apart when it is imported. `deleted/` and `orphaned/` are left out.
 */
export async function* readLetterboxdArchive(archive: Archive, folder: string): AsyncGenerator<ReadRow> {
  const textAt = async (path: string) =>
    archive.paths.includes(folder + path) ? textOf(path, await archive.read(folder + path)) : null
  const reviews = await collect('reviews.csv', await textAt('reviews.csv'))
  for (const path of parts) {
    if (path === 'reviews.csv') {
      // Those that the diary did not have: reviews without a day.
      yield* reviews.values()
      continue
    }
    const text = await textAt(path)
    if (text === null) continue
    for await (const row of (await readCsvFile(path, text, letterboxd)).rows)
      yield path === 'diary.csv' ? withReview(row, reviews) : row
  }
  for (const path of archive.paths.filter((one) => one.startsWith(`${folder}lists/`) && one.endsWith('.csv')))
    yield* readLetterboxdList(path.slice(folder.length), textOf(path, await archive.read(path)))
  yield* favouriteFilms(textAt)
}

async function collect(path: string, text: string | null): Promise<Map<string, ReadRow>> {
  const found = new Map<string, ReadRow>()
  if (text === null) return found
  for await (const row of (await readCsvFile(path, text, letterboxd)).rows)
    found.set(row.entry.key ?? `${path}:${row.line}`, row)
  return found
}

/** Takes the review of a diary row out of those that are left. */
function withReview(row: ReadRow, reviews: Map<string, ReadRow>): ReadRow {
  const { key } = row.entry
  const review = key === null ? undefined : reviews.get(key)
  if (key === null || !review) return row
  reviews.delete(key)
  const { review: text, tags } = review.entry
  return {
    ...row,
    fault: row.fault ?? review.fault,
    entry: { ...row.entry, review: text, tags: row.entry.tags.length > 0 ? row.entry.tags : tags },
  }
}

/** The profile names its favourite films by address only; the other files say which films these are. */
async function* favouriteFilms(textAt: (path: string) => Promise<string | null>): AsyncGenerator<ReadRow> {
  const profile = await textAt('profile.csv')
  if (profile === null) return
  const [header, values] = await firstRecords('profile.csv', profile)
  if (!header || !values) return
  const wanted = rowReader(header.cells)(values.cells)('Favorite Films')
    .split(/,\s*/)
    .filter(Boolean)
    .slice(0, 4)
  const films = new Map<string, { title: string; year: string }>()
  for (const path of ['watched.csv', 'ratings.csv', 'likes/films.csv', 'watchlist.csv']) {
    const text = await textAt(path)
    if (text === null || wanted.length === 0) continue
    let rowOf: ReturnType<typeof rowReader> | null = null
    for await (const { cells } of csvRecords(path, text)) {
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

async function firstRecords(path: string, text: string) {
  const records = []
  for await (const record of csvRecords(path, text)) {
    records.push(record)
    if (records.length === 2) break
  }
  return records
}
