import type { Context, Tx } from '#server/context.ts'
import { importMarks, undoMarks, type GivenMark } from '#server/core/toggle.ts'
import { markGifUsed } from '#server/domains/gifs/gifs.service.ts'
import { claim, removeMedia } from '#server/domains/media/media.service.ts'
import { deleteRatings, importRatings, type GivenRating } from './film-stats.queries.ts'
import { noteStandings } from './film-stats.service.ts'
import { likes } from './logs.service.ts'
import * as queries from './logs.import.queries.ts'

export type { ImportedLog, FilmLog, LogFill, UpdatedLog } from './logs.import.queries.ts'
export { countOthers, logsByKey, newestLogs, nthLogs, undatedLogs } from './logs.import.queries.ts'
export { lockMemberLogs } from './logs.service.ts'

/**
 * Writes logs that a member brings along, of whatever time; the caller has `lockMemberLogs` and asked for GIFs and backdrops. Followers are not told of
 * them, and the watchlist stays: what is on it may have been put there after the film was seen.
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

/** Makes logs that a file brought what a later file says of them; the member's own replies and likes stay. */
export async function updateLogs(
  tx: Tx,
  memberId: string,
  logs: readonly queries.UpdatedLog[],
): Promise<void> {
  if (logs.length === 0) return
  noteStandings(tx, memberId, await queries.updateLogs(tx.db, memberId, logs))
  for (const gif of new Set(logs.flatMap((log) => log.gif ?? []))) await markGifUsed(tx, gif)
}

/** Makes logs say of their viewings what was changed where they came from; that is no change by the member. */
export async function changeLogs(
  tx: Tx,
  memberId: string,
  logs: readonly queries.ChangedLog[],
): Promise<void> {
  if (logs.length === 0) return
  noteStandings(tx, memberId, await queries.changeLogs(tx.db, memberId, logs))
}

/** Takes pictures, GIFs and backdrops off logs again. */
export async function stripLogs(ctx: Context, tx: Tx, memberId: string, ids: string[]): Promise<void> {
  const stripped = await queries.stripLogs(tx.db, ids)
  noteStandings(tx, memberId, stripped)
  await removeMedia(
    ctx,
    tx,
    stripped.flatMap(({ image }) => image ?? []),
  )
}

/** Gives a member's logs reviews and keys that they lack. */
export async function fillLogs(tx: Tx, memberId: string, fills: readonly queries.LogFill[]): Promise<void> {
  if (fills.length === 0) return
  noteStandings(tx, memberId, await queries.fillLogs(tx.db, memberId, fills))
}

/** Gives a member's logs other stars; that is no change by the member. */
export async function rateLogs(
  tx: Tx,
  memberId: string,
  ratings: readonly queries.LogRating[],
): Promise<void> {
  if (ratings.length === 0) return
  noteStandings(tx, memberId, await queries.rateLogs(tx.db, memberId, ratings))
}

/** Shows a stored picture with a log that a member brought along; that is no change by the member. */
export async function showPicture(tx: Tx, memberId: string, logId: string, path: string): Promise<void> {
  await claim(tx, path, memberId, 'log')
  noteStandings(tx, memberId, await queries.setImage(tx.db, logId, path))
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
  const pictures = await queries.picturesOfLogs(tx.db, ids)
  noteStandings(tx, memberId, await queries.deleteLogs(tx.db, ids))
  await removeMedia(ctx, tx, pictures)
  return new Set(ids)
}

/** Gives those logs that were not changed since the stars that they had before; answers their ids. */
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

/** Writes what a member gave films by hand elsewhere; answers the films of which it is new. One rating a film. */
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

/** Takes them back; answers how many there were. */
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

/** Likes logs as a member did elsewhere, telling nobody; answers which are here, and of which the like is new. */
export const importLogLikes = (tx: Tx, memberId: string, marks: readonly GivenMark[]) =>
  importMarks(tx.db, likes, memberId, marks, queries.givenLogs(memberId))

export const undoLogLikes = (tx: Tx, memberId: string, moments: readonly Date[]): Promise<number> =>
  undoMarks(tx.db, likes, memberId, moments)

/** The logs that others' exports name so and that the member may see, by the names. */
export const logsByGivenId = (
  tx: Tx,
  memberId: string,
  given: readonly queries.GivenLog[],
): Promise<Map<string, string>> => queries.logsByGivenId(tx.db, memberId, given)

/** Takes the review out of those logs that were not changed since; answers their ids. */
export async function clearReviews(
  tx: Tx,
  memberId: string,
  logs: readonly queries.LogOf[],
): Promise<Set<string>> {
  const ids = await lockUnchanged(tx, memberId, logs)
  if (ids.length > 0) noteStandings(tx, memberId, await queries.clearReviews(tx.db, ids))
  return new Set(ids)
}

/** The ids of those of a member's logs that were not changed since; they stay so until the transaction ends. */
export async function lockUnchanged(
  tx: Tx,
  memberId: string,
  logs: readonly queries.LogOf[],
): Promise<string[]> {
  return logs.length > 0 ? queries.lockUnchanged(tx.db, memberId, logs) : []
}
