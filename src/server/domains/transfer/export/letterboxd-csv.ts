import { stringify } from 'csv-stringify/sync'
import type { Db } from '#server/db/database.ts'
import { diaryColumns, filmColumns, escapeCell, escapeReview } from '../csv-cells.ts'
import { firstMadeUpId } from '../scene-format.ts'
import * as queries from './export.queries.ts'
import { toYear } from './json-parts.ts'
import type { ArchiveFile } from './zip.ts'

/** Letterboxd takes files of up to 1 MB. */
const mostBytes = 950_000

/** What Letterboxd's importer reads: the diary in parts, the watchlist, and each list. */
export async function* letterboxdFiles(db: Db, memberId: string): AsyncGenerator<ArchiveFile> {
  let part = 0
  for await (const chunks of tables(diaryColumns, diaryRows(db, memberId)))
    yield { path: `letterboxd/diary-${++part}.csv`, chunks }
  part = 0
  for await (const chunks of tables(filmColumns, filmRows(queries.watchlist(db, memberId))))
    yield { path: `letterboxd/watchlist${++part > 1 ? `-${part}` : ''}.csv`, chunks }
  const names = new Set<string>()
  for await (const { id, title } of queries.lists(db, memberId)) {
    const name = freeName(title, names)
    part = 0
    for await (const chunks of tables(filmColumns, filmRows(await queries.listFilms(db, id))))
      yield { path: `letterboxd/lists/${name}${++part > 1 ? `-${part}` : ''}.csv`, chunks }
  }
}

type Cells = readonly string[]

async function* diaryRows(db: Db, memberId: string): AsyncGenerator<Cells> {
  for await (const row of queries.logs(db, memberId))
    yield [
      ...filmCells(row),
      row.watched_on ?? '',
      row.rating === null ? '' : String(row.rating / 2),
      row.rewatch_count > 0 ? 'Yes' : '',
      row.tags.join(', '),
      escapeReview(row.review),
    ]
}

async function* filmRows(rows: AsyncIterable<queries.FilmColumns> | queries.FilmColumns[]) {
  for await (const row of rows) yield filmCells(row)
}

/** What Scene itself does not keep of a film, its IMDb number and directors, stays empty. */
const filmCells = ({ film_id, film_title, release_date }: queries.FilmColumns): Cells => [
  film_id < firstMadeUpId ? String(film_id) : '',
  '',
  film_title,
  String(toYear(release_date) ?? ''),
  '',
]

const toLine = (cells: Cells) =>
  Buffer.from(stringify([cells.map(escapeCell)], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ }))

/** Rows as tables below the size, each with the header; one table at least. */
async function* tables(header: Cells, rows: AsyncIterable<Cells>): AsyncGenerator<Buffer[]> {
  const first = toLine(header)
  let lines = [first]
  let bytes = first.length
  for await (const row of rows) {
    const line = toLine(row)
    if (bytes + line.length > mostBytes) {
      yield [Buffer.concat(lines)]
      lines = [first]
      bytes = first.length
    }
    lines.push(line)
    bytes += line.length
  }
  yield [Buffer.concat(lines)]
}

/** A name for the file of a list, as Letterboxd makes them; the second of the same title gets a number. */
function freeName(title: string, taken: Set<string>): string {
  const plain = title
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  const base = plain || 'list'
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}`
  taken.add(name)
  return name
}
