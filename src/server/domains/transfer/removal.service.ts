import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { removeImport as removeEndpoint } from '#shared/api/transfer.ts'
import type { Context, Tx } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { takeBackListFilms, takeBackLists } from '#server/domains/lists/brought-lists.service.ts'
import { clearLogs, dropLogs, holdLogs } from '#server/domains/logs/many-logs.service.ts'
import { takeOffProfile } from '#server/domains/members/profile-films.service.ts'
import { takeBackPosters } from '#server/domains/posters/brought-posters.service.ts'
import { takeOffShelf, type Shelf } from '#server/domains/shelves/many-films.service.ts'
import { endImport } from './import-run.service.ts'
import { deleteRows, madeRows, type MadeRow } from './import-rows.queries.ts'
import { deleteImport, lockImport } from './imports.queries.ts'
import { ownImport } from './imports.service.ts'

const batchSize = 1000

/**
 * Removes what an import created and the import itself. What the member changed since stays, and is counted. Goes on
 * in batches: called again after a failure it does the rest.
 * @throws import.not_found
 */
export async function removeImport(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof removeEndpoint>> {
  await ctx.limits.use('member.write', viewer.id)
  await ownImport(ctx, viewer, id)
  await ctx.transact((tx) => endImport(ctx, tx, id, 'cancelled'))
  const total = { removed: 0, kept: 0 }
  for (let after: number | null = 0; after !== null;) {
    const batch: Batch = await removeBatch(ctx, viewer, id, after)
    total.removed += batch.removed
    total.kept += batch.kept
    after = batch.last
  }
  return { ok: true, ...total }
}

interface Tally {
  removed: number
  kept: number
}

/** `last` is null when no rows are left and the import is gone. */
interface Batch extends Tally {
  last: number | null
}

function removeBatch(ctx: Context, viewer: Viewer, id: string, after: number): Promise<Batch> {
  return ctx.transact(async (tx) => {
    await holdLogs(tx, viewer.id)
    await lockImport(tx.db, id)
    const rows = await madeRows(tx.db, id, after, batchSize)
    const tallies = [
      await removeLogs(ctx, tx, viewer.id, rows),
      await emptyLogs(tx, viewer.id, rows, 'rating'),
      await emptyLogs(tx, viewer.id, rows, 'log'),
      await removeFromShelf(tx, viewer.id, rows, 'favourite', 'favourites'),
      await removeFromShelf(tx, viewer.id, rows, 'watchlist', 'watchlist_items'),
      await removeListFilms(ctx, tx, viewer.id, rows),
      await removeLists(ctx, tx, viewer.id, rows),
      await removePosters(tx, viewer.id, rows),
      await removeFromProfile(tx, viewer.id, rows),
    ]
    await deleteRows(
      tx.db,
      id,
      rows.map(({ row }) => row),
    )
    return {
      removed: tallies.reduce((sum, tally) => sum + tally.removed, 0),
      kept: tallies.reduce((sum, tally) => sum + tally.kept, 0),
      last: rows.length < batchSize ? await endOrAgain(tx, id) : (rows.at(-1)?.row ?? null),
    }
  })
}

/** Rows that the member matched or accepted meanwhile may stand before those that were removed. */
async function endOrAgain(tx: Tx, id: string): Promise<0 | null> {
  if ((await madeRows(tx.db, id, 0, 1)).length > 0) return 0
  await deleteImport(tx.db, id)
  return null
}

/** Rows of a kind that asks for films. */
const ofFilms = (rows: MadeRow[], kind: MadeRow['kind']) =>
  rows.flatMap((row) => (row.kind === kind && row.film_id !== null ? { ...row, film_id: row.film_id } : []))

/** A log that is gone already has no row that names it. */
const logsOf = (rows: MadeRow[]) =>
  rows.flatMap((row) => (row.log_id === null ? [] : { id: row.log_id, since: row.made_at }))

async function removeLogs(ctx: Context, tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const logs = logsOf(rows.filter((row) => row.created))
  const removed = await dropLogs(ctx, tx, memberId, logs)
  return { removed: removed.size, kept: logs.length - removed.size }
}

/** Takes back what rows only added to logs: those that went with `removeLogs` have nothing left to take. */
async function emptyLogs(tx: Tx, memberId: string, rows: MadeRow[], kind: 'rating' | 'log'): Promise<Tally> {
  const gone = new Set(logsOf(rows.filter((row) => row.created)).map((log) => log.id))
  const logs = logsOf(rows.filter((row) => !row.created && row.kind === kind)).filter(
    (log) => !gone.has(log.id),
  )
  const cleared = await clearLogs(tx, memberId, kind === 'rating' ? 'rating' : 'review', logs)
  return { removed: cleared.size, kept: logs.length - cleared.size }
}

function removeFromShelf(
  tx: Tx,
  memberId: string,
  rows: MadeRow[],
  kind: 'favourite' | 'watchlist',
  shelf: Shelf,
): Promise<Tally> {
  const films = ofFilms(rows, kind)
  return takeOffShelf(
    tx,
    shelf,
    memberId,
    films.map((row) => ({ filmId: row.film_id, since: row.made_at, isPrivate: row.is_private })),
  )
}

function removeListFilms(ctx: Context, tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const films = ofFilms(rows, 'list-film').flatMap((row) =>
    row.list_id === null ? [] : { listId: row.list_id, filmId: row.film_id },
  )
  return takeBackListFilms(ctx, tx, memberId, films)
}

function removeLists(ctx: Context, tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const lists = rows.filter((row) => row.kind === 'list').flatMap((row) => row.list_id ?? [])
  return takeBackLists(ctx, tx, memberId, lists)
}

function removePosters(tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const posters = ofFilms(rows, 'poster').flatMap((row) =>
    row.poster === null ? [] : { filmId: row.film_id, path: row.poster },
  )
  return takeBackPosters(tx, memberId, posters)
}

async function removeFromProfile(tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const films = ofFilms(rows, 'profile-favourite').map((row) => row.film_id)
  return { removed: await takeOffProfile(tx, memberId, films), kept: 0 }
}
