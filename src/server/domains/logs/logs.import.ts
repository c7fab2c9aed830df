import type { Context, Tx } from '#server/context.ts'
import { importMarks, undoMarks, type GivenMark } from '#server/core/toggle.ts'
import { markGifUsed } from '#server/domains/gifs/gifs.service.ts'
import { claim, removeMedia } from '#server/domains/media/media.service.ts'
import { deleteRatings, importRatings, type GivenRating } from './film-stats.queries.ts'
import { noteStandings } from './film-stats.service.ts'
import { likes } from './logs.service.ts'
import * as queries from './logs.import.queries.ts'
import { deleteLogs, selectPicturesOfLogs } from './log-changes.queries.ts'

export type { ImportedLog, FilmLog, LogFill, UpdatedLog } from './logs.import.queries.ts'
export {
  countOthers,
  selectLogsByKey,
  selectNewestLogs,
  selectNthLogs,
  selectUndatedLogs,
} from './logs.import.queries.ts'
export { lockMemberLogs } from './logs.service.ts'

/**
 * Imports a member's logs, of whatever time; the caller has called `lockMemberLogs` and checked GIFs and backdrops.
 * Followers are not notified, and the watchlist stays, since a film may have been put there after it was seen.
 */
export async function importLogs(
  tx: Tx,
  memberId: string,
  logs: readonly queries.ImportedLog[],
  now: Date,
): Promise<void> {
  if (logs.length === 0) return
  noteStandings(tx, memberId, await queries.insertLogs(tx.db, memberId, logs, now))
  for (const gif of new Set(logs.flatMap((log) => log.gif ?? []))) await markGifUsed(tx, gif)
}

/** Updates imported logs to what a later file says of them; the member's own replies and likes stay. */
export async function updateLogs(
  tx: Tx,
  memberId: string,
  logs: readonly queries.UpdatedLog[],
): Promise<void> {
  if (logs.length === 0) return
  noteStandings(tx, memberId, await queries.updateLogs(tx.db, memberId, logs))
  for (const gif of new Set(logs.flatMap((log) => log.gif ?? []))) await markGifUsed(tx, gif)
}

/**
 * Updates the details of viewings that were changed where they were imported from; this does not count as a change by
 * the member.
 */
export async function updateViewings(
  tx: Tx,
  memberId: string,
  logs: readonly queries.UpdatedViewing[],
): Promise<void> {
  if (logs.length === 0) return
  noteStandings(tx, memberId, await queries.updateViewings(tx.db, memberId, logs))
}

/** Removes pictures, GIFs and backdrops from logs. */
export async function stripLogs(ctx: Context, tx: Tx, memberId: string, ids: string[]): Promise<void> {
  const stripped = await queries.stripLogs(tx.db, ids)
  noteStandings(tx, memberId, stripped)
  await removeMedia(
    ctx,
    tx,
    stripped.flatMap(({ image }) => image ?? []),
  )
}

/** Adds reviews and import keys to a member's logs that lack them. */
export async function fillLogs(tx: Tx, memberId: string, fills: readonly queries.LogFill[]): Promise<void> {
  if (fills.length === 0) return
  noteStandings(tx, memberId, await queries.fillLogs(tx.db, memberId, fills))
}

/** Sets other stars on a member's logs; this does not count as a change by the member. */
export async function rateLogs(
  tx: Tx,
  memberId: string,
  ratings: readonly queries.LogRating[],
): Promise<void> {
  if (ratings.length === 0) return
  noteStandings(tx, memberId, await queries.rateLogs(tx.db, memberId, ratings))
}

/** Sets a stored picture as the image of an imported log; this does not count as a change by the member. */
export async function showPicture(tx: Tx, memberId: string, logId: string, path: string): Promise<void> {
  await claim(tx, path, memberId, 'log')
  noteStandings(tx, memberId, await queries.updateImage(tx.db, logId, path))
}

/** Deletes those of a member's logs that were not changed since, as `deleteLog` does; answers their ids. */
export async function deleteImportedLogs(
  ctx: Context,
  tx: Tx,
  memberId: string,
  logs: readonly queries.LogOf[],
): Promise<Set<string>> {
  const ids = await lockUnchanged(tx, memberId, logs)
  if (ids.length === 0) return new Set()
  const pictures = await selectPicturesOfLogs(tx.db, ids)
  noteStandings(tx, memberId, await deleteLogs(tx.db, ids))
  await removeMedia(ctx, tx, pictures)
  return new Set(ids)
}

/** Restores the earlier stars of those logs that were not changed since; answers their ids. */
export async function restoreRatings(
  tx: Tx,
  memberId: string,
  logs: readonly (queries.LogOf & queries.LogRating)[],
): Promise<Set<string>> {
  const ids = new Set(await lockUnchanged(tx, memberId, logs))
  await rateLogs(
    tx,
    memberId,
    logs.filter((log) => ids.has(log.id)),
  )
  return ids
}

/** Imports ratings by hand, one for each film; answers the films for which the rating is new. */
export async function importFilmRatings(
  tx: Tx,
  of: { memberId: string; importId: string },
  ratings: readonly GivenRating[],
): Promise<Set<number>> {
  if (ratings.length === 0) return new Set()
  const before = await importRatings(tx.db, of, ratings)
  noteStandings(tx, of.memberId, before)
  return new Set(before.map((film) => film.film_id))
}

/** Deletes the film ratings of an import; answers how many there were. */
export async function undoFilmRatings(
  tx: Tx,
  of: { memberId: string; importId: string },
  filmIds: number[],
): Promise<number> {
  if (filmIds.length === 0) return 0
  const before = await deleteRatings(tx.db, of, filmIds)
  noteStandings(tx, of.memberId, before)
  return before.length
}

/** Imports likes of logs without notifying anybody; answers the logs that exist here, and which likes are new. */
export const importLogLikes = (tx: Tx, memberId: string, marks: readonly GivenMark[]) =>
  importMarks(tx.db, likes, memberId, marks, queries.givenLogs(memberId))

export const undoLogLikes = (tx: Tx, memberId: string, moments: readonly Date[]): Promise<number> =>
  undoMarks(tx.db, likes, memberId, moments)

/** The logs that others' exports name by these ids and that the member may see, by those ids. */
export const logsByGivenId = (
  tx: Tx,
  memberId: string,
  given: readonly queries.GivenLog[],
): Promise<Map<string, string>> => queries.selectLogsByGivenId(tx.db, memberId, given)

/** Removes the review from those logs that were not changed since; answers their ids. */
export async function clearReviews(
  tx: Tx,
  memberId: string,
  logs: readonly queries.LogOf[],
): Promise<Set<string>> {
  const ids = await lockUnchanged(tx, memberId, logs)
  if (ids.length > 0) noteStandings(tx, memberId, await queries.clearReviews(tx.db, ids))
  return new Set(ids)
}

/** The ids of those of a member's logs that were not changed since, locked until the transaction ends. */
export async function lockUnchanged(
  tx: Tx,
  memberId: string,
  logs: readonly queries.LogOf[],
): Promise<string[]> {
  return logs.length > 0 ? queries.lockUnchanged(tx.db, memberId, logs) : []
}
