import type { Context, Tx } from '#server/context.ts'
import { keepGif } from '#server/domains/gifs/gifs.service.ts'
import { claim, removeMedia } from '#server/domains/media/media.service.ts'
import { adjustFilmsCount, raiseLastLogAt, setLastLogAt } from '#server/domains/members/members.service.ts'
import { lockAuthor, newestLogAt } from './log.queries.ts'
import * as queries from './many-logs.queries.ts'

export type { BroughtLog, KeyedLog, LogFill } from './many-logs.queries.ts'
export { countOthers, logsByKey, newestUnrated } from './many-logs.queries.ts'

/** Makes writes of one member's logs wait for each other until the transaction ends; false without the member. */
export const holdLogs = (tx: Tx, memberId: string): Promise<boolean> => lockAuthor(tx.db, memberId)

/**
 * Writes logs that a member brings along, of whatever time; the caller has `holdLogs` and asked for GIFs and backdrops. Followers are not told of
 * them, and the watchlist stays: what is on it may have been put there after the film was seen.
 */
export async function bringLogs(
  tx: Tx,
  memberId: string,
  logs: readonly queries.BroughtLog[],
  now: Date,
): Promise<void> {
  if (logs.length === 0) return
  const films = [...new Set(logs.map((log) => log.filmId))]
  const known = await queries.countLogged(tx.db, memberId, films)
  await queries.insertLogs(tx.db, memberId, logs, now)
  for (const gif of new Set(logs.flatMap((log) => log.gif ?? []))) await keepGif(tx, gif)
  await adjustFilmsCount(tx, memberId, films.length - known)
  const newest = Math.max(...logs.map((log) => log.createdAt.getTime()))
  await raiseLastLogAt(tx, memberId, new Date(newest))
}

/** Gives a member's logs ratings and reviews that they lack. */
export async function fillLogs(tx: Tx, memberId: string, fills: readonly queries.LogFill[]): Promise<void> {
  if (fills.length > 0) await queries.fillLogs(tx.db, memberId, fills)
}

/** Shows a stored picture with a log that a member brought along; that is no change by the member. */
export async function showPicture(tx: Tx, memberId: string, logId: string, path: string): Promise<void> {
  await claim(tx, path, memberId, 'log')
  await queries.setImage(tx.db, logId, path)
}

/** Deletes those of a member's logs that were not changed since, as `dropLog` does; answers their ids. */
export async function dropLogs(
  ctx: Context,
  tx: Tx,
  memberId: string,
  logs: readonly queries.LogOf[],
): Promise<Set<string>> {
  const rows = logs.length > 0 ? await queries.lockUnchanged(tx.db, memberId, logs) : []
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return new Set()
  const pictures = await queries.picturesOfLogs(tx.db, ids)
  await queries.deleteLogs(tx.db, ids)
  const films = [...new Set(rows.map((row) => row.film_id))]
  const left = await queries.countLogged(tx.db, memberId, films)
  await adjustFilmsCount(tx, memberId, left - films.length)
  await setLastLogAt(tx, memberId, await newestLogAt(tx.db, memberId))
  await removeMedia(ctx, tx, pictures)
  for (const logId of ids) await tx.emit('log.deleted', { logId, authorId: memberId })
  return new Set(ids)
}

/** Takes the rating or the review out of those logs that were not changed since; answers their ids. */
export async function clearLogs(
  tx: Tx,
  memberId: string,
  what: 'rating' | 'review',
  logs: readonly queries.LogOf[],
): Promise<Set<string>> {
  const rows = logs.length > 0 ? await queries.lockUnchanged(tx.db, memberId, logs) : []
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await queries.clearLogs(tx.db, ids, what)
  return new Set(ids)
}
