import { stringify } from 'csv-stringify/sync'
import { emphasisParts } from '#shared/emphasis.ts'
import type { Db } from '#server/db/database.ts'
import {
  diaryColumns,
  escapeCell,
  escapeReview,
  filmColumns,
  listColumns,
  seenColumns,
} from '../csv-cells.ts'
import { firstMadeUpId } from '#server/adapters/film-source/canonical-film-source.ts'
import * as queries from './export.queries.ts'
import type { ArchiveFile } from './zip.ts'
import { releaseYear } from '#server/domains/films/films.views.ts'

/** Letterboxd takes files of up to 1 MB. */
const maxBytes = 950_000
/** Each list is at least one file, and a ZIP can hold only so many. */
const maxLists = 10_000

/**
 * Files for Letterboxd's importer: the diary in parts, films that are only marked as seen, film ratings, the
 * watchlist, and each list.
 */
export async function* letterboxdFiles(db: Db, exporter: queries.Exporter): AsyncGenerator<ArchiveFile> {
  let part = 0
  for await (const chunks of tables(diaryColumns, diaryRows(db, exporter)))
    yield { path: `letterboxd/diary-${++part}.csv`, chunks }
  part = 0
  for await (const chunks of tables(seenColumns, seenRows(db, exporter)))
    yield { path: `letterboxd/watched${++part > 1 ? `-${part}` : ''}.csv`, chunks }
  part = 0
  for await (const chunks of tables(seenColumns, ratingRows(db, exporter)))
    yield { path: `letterboxd/ratings${++part > 1 ? `-${part}` : ''}.csv`, chunks }
  part = 0
  for await (const chunks of tables(filmColumns, filmRows(queries.selectWatchlist(db, exporter))))
    yield { path: `letterboxd/watchlist${++part > 1 ? `-${part}` : ''}.csv`, chunks }
  const nameOf = fileNames()
  let lists = 0
  for await (const { id, title } of queries.selectLists(db, exporter.id)) {
    if (++lists > maxLists) return
    for await (const chunks of tables(listColumns, listRows(await queries.selectListFilms(db, exporter, id))))
      yield { path: `letterboxd/lists/${nameOf(title)}.csv`, chunks }
  }
}

type Cells = readonly string[]

async function* diaryRows(db: Db, exporter: queries.Exporter): AsyncGenerator<Cells> {
  for await (const row of queries.selectLogs(db, exporter)) {
    if (row.seen_only) continue
    yield [
      ...filmCells(row),
      row.watched_on ?? '',
      starsOf(row),
      row.rewatch_count > 0 ? 'Yes' : '',
      row.tags.join(', '),
      reviewCell(row),
    ]
  }
}

/** Emphasis as Letterboxd writes it. */
const reviewCell = ({ review, review_emphasis: emphasis }: queries.ExportedLogRow): string =>
  emphasisParts(review, emphasis)
    .map(({ text, isEmphasised }) => (isEmphasised ? `<i>${escapeReview(text)}</i>` : escapeReview(text)))
    .join('')

async function* seenRows(db: Db, exporter: queries.Exporter): AsyncGenerator<Cells> {
  for await (const row of queries.selectLogs(db, exporter))
    if (row.seen_only) yield [...filmCells(row), starsOf(row)]
}

async function* ratingRows(db: Db, exporter: queries.Exporter): AsyncGenerator<Cells> {
  for await (const row of queries.selectRatings(db, exporter))
    if (row.rating !== null) yield [...filmCells(row), starsOf(row)]
}

const starsOf = ({ rating }: Pick<queries.ExportedLogRow, 'rating'>) =>
  rating === null ? '' : String(rating / 2)

async function* filmRows(rows: AsyncIterable<queries.ExportedFilm>) {
  for await (const row of rows) yield filmCells(row)
}

function* listRows(films: Awaited<ReturnType<typeof queries.selectListFilms>>): Generator<Cells> {
  for (const film of films) yield [...filmCells(film), escapeReview(film.note)]
}

/** IMDb number and directors stay empty, since Scene does not store them with a film. */
const filmCells = (film: queries.ExportedFilm): Cells => [
  film.film_id < firstMadeUpId ? String(film.film_id) : '',
  '',
  film.title,
  String(releaseYear(film) ?? ''),
  '',
]

const toLine = (cells: Cells) =>
  Buffer.from(stringify([cells.map(escapeCell)], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ }))

/** Splits rows into tables below the size limit, each with the header; at least one table. */
async function* tables(
  header: Cells,
  rows: AsyncIterable<Cells> | Iterable<Cells>,
): AsyncGenerator<Buffer[]> {
  const first = toLine(header)
  let lines = [first]
  let bytes = first.length
  for await (const row of rows) {
    const line = toLine(row)
    if (bytes + line.length > maxBytes) {
      yield [Buffer.concat(lines)]
      lines = [first]
      bytes = first.length
    }
    lines.push(line)
    bytes += line.length
  }
  yield [Buffer.concat(lines)]
}

/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/

/**
 * File names of lists, as Letterboxd makes them; a second list of the same title gets a number. In lower case and
 * composed form, so that no file system confuses two of them.
 */
function fileNames(): (title: string) => string {
  const taken = new Map<string, number>()
  return (title) => {
    const plain = Array.from(title.normalize('NFC').toLowerCase())
      .slice(0, 60)
      .join('')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
    const base = plain === '' || reserved.test(plain) ? `list-${plain}`.replace(/-$/, '') : plain
    for (let number = taken.get(base) ?? 1; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`
      if (number > 1 && taken.has(name)) continue
      taken.set(base, number + 1)
      if (name !== base) taken.set(name, 2)
      return name
    }
  }
}
