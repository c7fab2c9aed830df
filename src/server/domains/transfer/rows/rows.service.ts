import { stringify } from 'csv-stringify/sync'
import type { FileAnswer } from '#shared/api/endpoint.ts'
import type { Acceptable, Import } from '#shared/api/transfer.ts'
import { weekMs } from '#shared/durations.ts'
import { stepsToStars } from '#shared/rating.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { pageOf, type KeysetPage, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { lockMemberLogs } from '#server/domains/logs/logs.import.ts'
import { acceptAddresses } from '../running/asset-urls.ts'
import { escapeCell } from '../csv-cells.ts'
import { filmKeyOf } from '../matching/resolve.ts'
import { queueRun } from '../running/run.service.ts'
import { reopenPictures } from '../running/pictures.service.ts'
import {
  acceptDoubtful,
  selectAlikeRows,
  countDoubts,
  leaveOutWaiting,
  lockAttention,
  selectOpenRows,
  reopenNotFound,
  selectRowsWithoutKey,
  selectQuestions,
  selectRow,
  updateFilmKeys,
  upsertChoice,
  type PlainRow,
  type WholeRow,
} from './rows.queries.ts'
import type { ImportRecord } from '../imports.queries.ts'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import * as queries from '../imports.queries.ts'
import { ownImport } from '../imports.service.ts'
import { importView, rowViews } from '../imports.views.ts'
import { applyDecisions, sendProgress, type Decision } from '../writing/apply-decisions.ts'

const pageSize = 100
const rowsOfImport = 20

/** The rows that need attention. */
export async function listRows(ctx: Context, viewer: Viewer, id: string, query: PageQuery) {
  await ownImport(ctx, viewer, id)
  return questionPage(ctx, viewer, id, pageOf(query, pageSize))
}

/** An import with the first of these rows. */
export async function getImport(ctx: Context, viewer: Viewer, id: string) {
  const record = await ownImport(ctx, viewer, id)
  const { items } = await questionPage(ctx, viewer, id, { limit: rowsOfImport })
  return { ...importView(record), rows: items }
}

async function questionPage(ctx: Context, viewer: Viewer, id: string, page: KeysetPage) {
  const { items, next } = await selectQuestions(ctx.db, id, page)
  return { items: await rowViews(ctx.db, viewer, items), next }
}

/** Columns before those of the files, except those that a file has itself. */
const rowColumns = ['File', 'Line', 'Title', 'Year', 'WatchedDate', 'Rating', 'Review', 'Reason']
const maxReadAtOnce = 500

/** The same rows, and those without a film, as a table to be corrected elsewhere, with every column of the files. */
export async function downloadRows(ctx: Context, viewer: Viewer, id: string): Promise<FileAnswer> {
  const record = await ownImport(ctx, viewer, id)
  const name = `scene-rows-${utcDay(record.created_at)}.csv`
  return { name, body: tableOf(ctx, id, [...new Set([...rowColumns, ...record.columns])]) }
}

async function* tableOf(ctx: Context, id: string, columns: string[]): AsyncGenerator<Uint8Array> {
  yield toCsv([columns])
  let cursor: string | undefined
  do {
    const { items, next }: Listed<WholeRow> = await selectOpenRows(ctx.db, id, {
      limit: maxReadAtOnce,
      cursor,
    })
    yield toCsv(items.map((row) => cellsOf(row, columns)))
    cursor = next ?? undefined
  } while (cursor)
}

function cellsOf({ file, line, entry, reason, cells }: WholeRow, columns: readonly string[]): string[] {
  const said: Readonly<Record<string, string>> = {
    Title: entry.title,
    Year: String(entry.year ?? ''),
    WatchedDate: entry.watchedAt ?? '',
    Rating: String(stepsToStars(entry.rating) ?? ''),
    Review: entry.review,
    ...cells,
    File: file,
    Line: String(line),
    Reason: reason ?? '',
  }
  return columns.map((column) => said[column] ?? '')
}

const toCsv = (rows: string[][]) =>
  Buffer.from(
    stringify(
      rows.map((cells) => cells.map(escapeCell)),
      { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
    ),
  )

/**
 * Imports a row that needs attention as a film, or leaves it out when none is given; and with it all rows of the
 * member's imports that name their film alike. The answer is remembered for later files. Repeating it changes
 * nothing.
 */
export async function matchRow(
  ctx: Context,
  viewer: Viewer,
  given: { importId: string; row: number; movieId: number | null },
): Promise<Import> {
  await ownImport(ctx, viewer, given.importId)
  const film = given.movieId === null ? null : await requireFilm(ctx, given.movieId)
  const filmId = film?.id ?? null
  const found = await selectRow(ctx.db, given.importId, given.row)
  if (!found) throw fail('import.row_not_found')
  const others = isAskedForFilm(found) ? await selectAlikeRows(ctx.db, viewer.id, found.film_key) : []
  const asked = [{ ...found, importId: given.importId }, ...others.filter((row) => !isRow(row, given))]
  const decided: DecidedRow[] = []
  for (const row of asked) decided.push({ row, decision: await decide(ctx, row, filmId) })
  const record = await ctx.transact(async (tx) => {
    await lockMemberLogs(tx, viewer.id)
    const current = await lockOwn(tx, given.importId)
    const row = await selectRow(tx.db, given.importId, given.row, { lock: true })
    if (!row) throw fail('import.row_not_found')
    if (isDecidedSo(row, filmId)) return current
    if (!['doubtful', 'not-found', 'failed'].includes(row.state)) throw fail('import.row_not_found')
    if (isAskedForFilm(row))
      await upsertChoice(tx.db, { ...given, memberId: viewer.id, filmKey: row.film_key, filmId })
    let answer = current
    for (const [importId, rows] of Map.groupBy(decided, ({ row: one }) => one.importId)) {
      const after = await settle(ctx, tx, importId, rows)
      if (after && importId === given.importId) answer = after
      else if (after) tx.afterCommit(() => sendProgress(ctx, after))
    }
    return answer
  })
  return importView(record)
}

const isRow = (one: { importId: string; row: number }, other: { importId: string; row: number }) =>
  one.importId === other.importId && one.row === other.row

/** Whether the member is asked for the row's film, and so for all rows that name it alike. */
const isAskedForFilm = (row: PlainRow): row is PlainRow & { film_key: string } =>
  row.film_key !== null && (row.state === 'doubtful' || row.state === 'not-found')

interface DecidedRow {
  row: PlainRow & { importId: string }
  decision: Decision
}

/** Applies a decision to rows of one import that still need attention; null when there are none. */
async function settle(
  ctx: Context,
  tx: Tx,
  importId: string,
  rows: readonly DecidedRow[],
): Promise<ImportRecord | null> {
  const record = await queries.lockImport(tx.db, importId)
  if (!record) return null
  const open = await lockAttention(
    tx.db,
    importId,
    rows.map(({ row }) => row.row),
  )
  const still = rows.filter(({ row }) => open.has(row.row))
  if (still.length === 0) return null
  const decided = await applyDecisions(ctx, tx, record, {
    decisions: still.map(({ decision }) => decision),
    before: still.map(({ row }) => row),
  })
  const running = decided.imported > record.imported ? await reopenPictures(tx, importId) : null
  if (running) await queueRun(tx, record.member_id)
  return running ?? decided
}

const isDecidedSo = (row: PlainRow, filmId: number | null) =>
  filmId === null
    ? row.reason === 'left-out'
    : row.film_id === filmId && (row.state === 'imported' || row.state === 'skipped')

/** A picture can only be left out, as it has no film. */
async function decide(ctx: Context, found: PlainRow, filmId: number | null): Promise<Decision> {
  const { row, entry } = found
  if (filmId === null || entry.kind === 'picture')
    return { row, state: 'skipped', reason: 'left-out', confidence: null, candidates: [] }
  const [decision] = await acceptAddresses(ctx, [{ row, entry, filmId, confidence: null }])
  if (!decision) throw fail('film.source_down')
  return decision
}

/** How many doubts each reason has. */
export async function countImportDoubts(ctx: Context, viewer: Viewer, id: string) {
  await ownImport(ctx, viewer, id)
  return countDoubts(ctx.db, id)
}

/** Looks again for the films that were not found. */
export async function retryImport(ctx: Context, viewer: Viewer, id: string): Promise<Import> {
  await ownImport(ctx, viewer, id)
  return importView(await ctx.transact((tx) => lookAgain(tx, viewer.id, id)))
}

const lookedAgainAtOnce = 100

const keyedAtOnce = 500

/** Stores film keys for rows of old imports, so that rows which name their film alike become one question too. */
async function fillFilmKeys(ctx: Context): Promise<void> {
  for (;;) {
    const rows = await selectRowsWithoutKey(ctx.db, keyedAtOnce)
    if (rows.length === 0) return
    const keys = rows.map(({ importId, row, entry }) => ({ importId, row, key: filmKeyOf(entry) }))
    await updateFilmKeys(ctx.db, keys)
  }
}

/** Looks again for what was not found a week ago, or in another film source. */
export async function retryImports(ctx: Context): Promise<void> {
  await fillFilmKeys(ctx)
  const before = new Date(ctx.now().getTime() - weekMs)
  const found = await queries.selectImportsToRetry(ctx.db, sourceName(ctx), before, lookedAgainAtOnce)
  for (const { id, member_id: memberId } of found) await ctx.transact((tx) => lookAgain(tx, memberId, id))
}

async function lookAgain(tx: Tx, memberId: string, id: string): Promise<ImportRecord> {
  await lockMemberLogs(tx, memberId)
  const current = await lockOwn(tx, id)
  if (current.state === 'running') return current
  if (current.not_found === 0) return current
  // Rows that a cancelled import had not reached stay out.
  const skipped = current.state === 'cancelled' ? await leaveOutWaiting(tx.db, id) : 0
  const rows = await reopenNotFound(tx.db, id)
  await queueRun(tx, memberId)
  await queries.startAgain(tx.db, id)
  return queries.addCounts(tx.db, id, { not_found: -rows, skipped })
}

/**
 * Imports doubtful rows as their most likely films. The import runs again for them only, even if it was cancelled.
 */
export async function acceptRows(
  ctx: Context,
  viewer: Viewer,
  id: string,
  what: Acceptable,
): Promise<Import> {
  await ownImport(ctx, viewer, id)
  const record = await ctx.transact(async (tx) => {
    await lockMemberLogs(tx, viewer.id)
    const current = await lockOwn(tx, id)
    const accepted = await acceptDoubtful(tx.db, id, viewer.id, what)
    if (accepted === 0) return current
    const skipped = current.state === 'cancelled' ? await leaveOutWaiting(tx.db, id) : 0
    await queueRun(tx, viewer.id)
    await queries.startAgain(tx.db, id)
    await reopenPictures(tx, id)
    return queries.addCounts(tx.db, id, { doubtful: -accepted, skipped })
  })
  return importView(record)
}

/** Locks an import; the caller has locked the member's logs, in the same order as the job. */
async function lockOwn(tx: Tx, id: string): Promise<ImportRecord> {
  const record = await queries.lockImport(tx.db, id)
  if (!record) throw fail('import.not_found')
  return record
}
