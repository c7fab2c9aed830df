import { stringify } from 'csv-stringify/sync'
import type { FileAnswer } from '#shared/api/endpoint.ts'
import type { Import } from '#shared/api/transfer.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { lockMemberLogs } from '#server/domains/logs/logs.import.ts'
import { acceptAddresses } from '../running/asset-urls.ts'
import { escapeCell } from '../csv-cells.ts'
import { queueRun } from '../running/run.service.ts'
import { reopenPictures } from '../running/pictures.service.ts'
import { acceptDoubtful, attentionRows, findRow, leaveOutWaiting, type PlainRow } from './rows.queries.ts'
import * as queries from '../imports.queries.ts'
import { ownImport } from '../imports.service.ts'
import { importView, rowViews } from '../imports.views.ts'
import { applyDecisions, type Decision } from '../writing/apply-decisions.ts'

const pageSize = 100

/** The rows that need attention. */
export async function readRows(ctx: Context, viewer: Viewer, id: string, query: PageQuery) {
  await ownImport(ctx, viewer, id)
  const { items, next } = await attentionRows(ctx.db, id, pageOf(query, pageSize))
  return { items: await rowViews(ctx.db, viewer, items), next }
}

const rowColumns = ['File', 'Line', 'Title', 'Year', 'WatchedDate', 'Rating', 'Review', 'Reason']
const maxReadAtOnce = 500

/** The same rows as a table to mend elsewhere. */
export async function rowsFile(ctx: Context, viewer: Viewer, id: string): Promise<FileAnswer> {
  const record = await ownImport(ctx, viewer, id)
  return { name: `scene-rows-${record.created_at.toISOString().slice(0, 10)}.csv`, body: tableOf(ctx, id) }
}

async function* tableOf(ctx: Context, id: string): AsyncGenerator<Uint8Array> {
  yield toCsv([rowColumns])
  let cursor: string | undefined
  do {
    const { items, next }: Listed<PlainRow> = await attentionRows(ctx.db, id, {
      limit: maxReadAtOnce,
      cursor,
    })
    yield toCsv(items.map(cellsOf))
    cursor = next ?? undefined
  } while (cursor)
}

const cellsOf = ({ file, line, entry, reason }: PlainRow): string[] => [
  file,
  String(line),
  entry.title,
  String(entry.year ?? ''),
  entry.watchedAt ?? '',
  String(stepsToStars(entry.rating) ?? ''),
  entry.review,
  reason ?? '',
]

const toCsv = (rows: string[][]) =>
  Buffer.from(
    stringify(
      rows.map((cells) => cells.map(escapeCell)),
      { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
    ),
  )

/**
 * Imports a row that needs attention as a film, or leaves it out without one. A repetition changes nothing.
 */
export async function matchRow(
  ctx: Context,
  viewer: Viewer,
  given: { importId: string; row: number; movieId: number | null },
): Promise<Import> {
  await ownImport(ctx, viewer, given.importId)
  const film = given.movieId === null ? null : await requireFilm(ctx, given.movieId)
  const decision = await decide(ctx, given, film?.id ?? null)
  const record = await ctx.transact(async (tx) => {
    const current = await lockLogsAndImport(tx, viewer, given.importId)
    const row = await findRow(tx.db, given.importId, given.row, { lock: true })
    if (!row) throw fail('import.row_not_found')
    if (isDecidedSo(row, film?.id ?? null)) return current
    if (!['doubtful', 'not-found', 'failed'].includes(row.state)) throw fail('import.row_not_found')
    const decided = await applyDecisions(ctx, tx, current, [decision], [row])
    const running = film ? await reopenPictures(tx, current.id) : null
    if (running) await queueRun(tx, viewer.id)
    return running ?? decided
  })
  return importView(record)
}

const isDecidedSo = (row: PlainRow, filmId: number | null) =>
  filmId === null
    ? row.reason === 'left-out'
    : row.film_id === filmId && (row.state === 'imported' || row.state === 'skipped')

/** A picture can only be left out: it is of no film. */
async function decide(
  ctx: Context,
  given: { importId: string; row: number },
  filmId: number | null,
): Promise<Decision> {
  const found = await findRow(ctx.db, given.importId, given.row)
  if (!found) throw fail('import.row_not_found')
  const { row, entry, film_id: known, reason } = found
  if (filmId === null || entry.kind === 'picture')
    return { row, state: 'skipped', reason: 'left-out', confidence: null, candidates: [] }
  const [decision] = await acceptAddresses(ctx, [
    { row, entry, filmId, confidence: null, isAccepted: reason === 'other-rating' && filmId === known },
  ])
  if (!decision) throw fail('film.source_down')
  return decision
}

/**
 * Imports all doubtful rows as their likeliest films, or gives newest logs the stars that differ: the import runs again for them, and for no others where it was
 * cancelled.
 */
export async function acceptRows(
  ctx: Context,
  viewer: Viewer,
  id: string,
  what: 'films' | 'ratings',
): Promise<Import> {
  await ownImport(ctx, viewer, id)
  const record = await ctx.transact(async (tx) => {
    const current = await lockLogsAndImport(tx, viewer, id)
    const accepted = await acceptDoubtful(tx.db, id, what)
    if (accepted === 0) return current
    const skipped = current.state === 'cancelled' ? await leaveOutWaiting(tx.db, id) : 0
    await queueRun(tx, viewer.id)
    await queries.startAgain(tx.db, id)
    await reopenPictures(tx, id)
    return queries.count(tx.db, id, { doubtful: -accepted, skipped })
  })
  return importView(record)
}

/** The member's logs and the import, in the order in which the job takes them. */
async function lockLogsAndImport(tx: Tx, viewer: Viewer, id: string) {
  await lockMemberLogs(tx, viewer.id)
  const record = await queries.lockImport(tx.db, id)
  if (!record) throw fail('import.not_found')
  return record
}
