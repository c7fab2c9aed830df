import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { removeImport as removeEndpoint } from '#shared/api/transfer.ts'
import type { Context, Tx } from '#server/context.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { undoListFilmImport, undoListImport, undoListMarks } from '#server/domains/lists/lists.import.ts'
import {
  clearReviews,
  deleteImportedLogs,
  lockMemberLogs,
  lockUnchanged,
  restoreRatings,
  stripLogs,
  undoFilmRatings,
  undoLogLikes,
  updateLogs,
  type UpdatedLog,
} from '#server/domains/logs/logs.import.ts'
import { undoFollows, undoProfileImport } from '#server/domains/members/profile.import.ts'
import { undoReplies, undoReplyLikes } from '#server/domains/replies/replies.import.ts'
import { undoPosterImport } from '#server/domains/posters/posters.import.ts'
import { undoShelfImport, type Shelf } from '#server/domains/shelves/shelves.import.ts'
import { endImport } from '../running/run.service.ts'
import {
  deleteRows,
  selectImportedProfileFilms,
  selectListsOfOthers,
  selectMadeRows,
  type MadeRow,
} from './removal.queries.ts'
import { addCounts, deleteImport, lockImport } from '../imports.queries.ts'
import { ownImport } from '../imports.service.ts'
import { realReview } from '#shared/review-text.ts'
import { applyDecisions, sendProgress, type Decision } from '../writing/apply-decisions.ts'
import {
  reopenRows,
  returnToClaims,
  selectClaims,
  type ClaimRow,
  type ReopenScope,
} from './removal.queries.ts'
import { momentOf, undatedKey } from '../writing/target.ts'

const batchSize = 1000

/**
 * Removes what an import created, and the import. What the member changed since stays, and is counted; a log that
 * another import added to, or made first, becomes what that one says. Works in batches: called again after a failure
 * it does the rest.
 */
export async function removeImport(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof removeEndpoint>> {
  await ownImport(ctx, viewer, id)
  await ctx.transact((tx) => endImport(ctx, tx, id, 'cancelled'))
  const tally = await removeAll((after) => ctx.transact((tx) => removeBatch(ctx, tx, viewer, id, after)))
  return { ...done, ...tally }
}

class Undone extends Error {}

/** What `removeImport` would answer: the removal is done in a transaction that is then rolled back. */
export async function previewRemoval(ctx: Context, viewer: Viewer, id: string): Promise<Tally> {
  await ownImport(ctx, viewer, id)
  let tally: Tally = { removed: 0, kept: 0 }
  const work = ctx.transact(async (tx) => {
    tally = await removeAll((after) => removeBatch(ctx, tx, viewer, id, after))
    throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return tally
}

interface Removal {
  memberId: string
  importId: string
}

interface Tally {
  removed: number
  kept: number
}

/** `last` is null when no rows are left and the import is deleted. */
interface Batch extends Tally {
  last: number | null
}

/** Removes batch after batch; `remove` gets the last row of the one before. */
async function removeAll(remove: (after: number) => Promise<Batch>): Promise<Tally> {
  const tally = { removed: 0, kept: 0 }
  for (let after: number | null = 0; after !== null;) {
    const batch: Batch = await remove(after)
    tally.removed += batch.removed
    tally.kept += batch.kept
    after = batch.last
  }
  return tally
}

async function removeBatch(ctx: Context, tx: Tx, viewer: Viewer, id: string, after: number): Promise<Batch> {
  await lockMemberLogs(tx, viewer.id)
  const startedAt = (await lockImport(tx.db, id))?.created_at ?? ctx.now()
  const rows = await selectMadeRows(tx.db, id, after, batchSize)
  const of = { memberId: viewer.id, importId: id }
  const { homeless, ...logs } = await removeLogs(ctx, tx, of, rows)
  const tallies = [
    logs,
    await removeRatings(tx, viewer.id, rows),
    await removeReviews(tx, viewer.id, rows),
    await removeFromShelf(tx, viewer.id, rows, 'favourite', 'favourites'),
    await removeFromShelf(tx, viewer.id, rows, 'watchlist', 'watchlist_items'),
    await removeListFilms(ctx, tx, of, rows),
    await removeLists(ctx, tx, viewer.id, rows),
    await removePosters(tx, viewer.id, rows),
    await removeFilmRatings(tx, of, rows),
    await removeSocial(ctx, tx, viewer.id, startedAt, rows),
    await removeFromProfile(tx, viewer.id, rows),
  ]
  await deleteRows(
    tx.db,
    id,
    rows.map(({ row }) => row),
  )
  const films = new Set(rows.flatMap((row) => (row.log_id === null ? [] : (row.film_id ?? []))))
  await decideAgain(ctx, tx, { ...of, filmIds: [...films], homeless })
  return {
    removed: tallies.reduce((sum, tally) => sum + tally.removed, 0),
    kept: tallies.reduce((sum, tally) => sum + tally.kept, 0),
    last: rows.length < batchSize ? await endOrAgain(tx, id) : (rows.at(-1)?.row ?? null),
  }
}

/**
 * Starts again at the first row if there are any left, since rows that the member matched meanwhile may be among those
 * already passed; else deletes the import.
 */
async function endOrAgain(tx: Tx, id: string): Promise<0 | null> {
  if ((await selectMadeRows(tx.db, id, 0, 1)).length > 0) return 0
  await deleteImport(tx.db, id)
  return null
}

/** Rows of a kind that has films. */
const ofFilms = (rows: MadeRow[], kind: MadeRow['kind']) =>
  rows.flatMap((row) =>
    row.kind === kind && row.film_id !== null && !row.is_superseded ? { ...row, film_id: row.film_id } : [],
  )

/** Logs that were deleted already are not referred to by any row. */
const logsOf = (rows: MadeRow[]) =>
  rows.flatMap(({ log_id: id, made_at: since }) => (id === null || since === null ? [] : { id, since }))

async function removeLogs(
  ctx: Context,
  tx: Tx,
  of: Removal,
  rows: MadeRow[],
): Promise<Tally & Pick<Claims, 'homeless'>> {
  const logs = logsOf(rows.filter((row) => row.created))
  const unchanged = new Set(await lockUnchanged(tx, of.memberId, logs))
  const going = logs.filter((log) => unchanged.has(log.id))
  const { returned, homeless } = await findClaims(tx, of, [...unchanged])
  const staying = new Set(returned.map((claim) => claim.logId))
  const removed = await deleteImportedLogs(
    ctx,
    tx,
    of.memberId,
    going.filter((log) => !staying.has(log.id)),
  )
  await returnLogs(ctx, tx, of.memberId, returned)
  return { removed: removed.size + staying.size, kept: logs.length - removed.size - staying.size, homeless }
}

/** Rows that only added to logs; logs that were deleted by `removeLogs` are left out. */
function addedTo(rows: MadeRow[], kinds: readonly MadeRow['kind'][]): (MadeRow & { log_id: string })[] {
  const gone = new Set(rows.flatMap((row) => (row.created ? (row.log_id ?? []) : [])))
  return rows.flatMap((row) => {
    const { log_id: logId } = row
    const isAdded = !row.created && logId !== null && kinds.includes(row.kind) && !gone.has(logId)
    return isAdded ? { ...row, log_id: logId } : []
  })
}

async function removeRatings(tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const logs = addedTo(rows, ['rating']).flatMap(
    ({ log_id: id, made_at: since, previous_rating: previous }) =>
      previous === null || since === null ? [] : { id, since, rating: previous || null },
  )
  const restored = await restoreRatings(tx, memberId, logs)
  return { removed: restored.size, kept: logs.length - restored.size }
}

async function removeReviews(tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const logs = logsOf(addedTo(rows, ['log', 'review']))
  const cleared = await clearReviews(tx, memberId, logs)
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
  return undoShelfImport(
    tx,
    shelf,
    memberId,
    films.map((row) => ({
      filmId: row.film_id,
      since: row.made_at ?? new Date(0),
      audience: row.audience ?? undefined,
    })),
  )
}

async function removeListFilms(
  ctx: Context,
  tx: Tx,
  { memberId, importId }: Removal,
  rows: MadeRow[],
): Promise<Tally> {
  const films = ofFilms(rows, 'list-film').flatMap((row) =>
    row.list_id === null ? [] : { listId: row.list_id, filmId: row.film_id },
  )
  const lists = [...new Set(films.map((film) => film.listId))]
  const stayingEmpty = lists.length > 0 ? await selectListsOfOthers(tx.db, importId, lists) : []
  return undoListFilmImport(ctx, tx, memberId, films, stayingEmpty)
}

function removeLists(ctx: Context, tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const lists = rows.filter((row) => row.kind === 'list').flatMap((row) => row.list_id ?? [])
  return undoListImport(ctx, tx, memberId, lists)
}

function removePosters(tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const posters = ofFilms(rows, 'poster').flatMap((row) =>
    row.poster === null ? [] : { filmId: row.film_id, path: row.poster },
  )
  return undoPosterImport(tx, memberId, posters)
}

/** Removes the ratings that the import added; ratings that the member gave since are other ones. */
async function removeFilmRatings(tx: Tx, of: Removal, rows: MadeRow[]): Promise<Tally> {
  const films = ofFilms(rows, 'film-rating').map((row) => row.film_id)
  const removed = await undoFilmRatings(tx, of, films)
  const ratings = ofFilms(rows, 'rating')
  await undoFilmRatings(
    tx,
    of,
    ratings.map((row) => row.film_id),
  )
  // The other ratings are counted with the logs that they made or gave stars to.
  const alone = ratings.filter((row) => !row.created && row.previous_rating === null)
  return { removed: removed + alone.length, kept: 0 }
}

/**
 * Removes follows, likes and comments of the import. What the member undid since is gone already; what they did again
 * since has another time, and stays.
 */
async function removeSocial(
  ctx: Context,
  tx: Tx,
  memberId: string,
  startedAt: Date,
  rows: MadeRow[],
): Promise<Tally> {
  const momentsOf = (kind: MadeRow['kind'], about: MadeRow['about']) =>
    rows
      .filter((row) => row.kind === kind && row.about === about)
      .map(({ row, logged_at: loggedAt }) => momentOf({ kind, loggedAt, watchedAt: null }, row, startedAt))
  const comments = rows.flatMap(({ kind, key }) => (kind === 'comment' && key !== null ? key : []))
  const removed = [
    await undoReplyLikes(tx, memberId, momentsOf('like', 'reply')),
    await undoReplies(ctx, tx, memberId, comments),
    await undoLogLikes(tx, memberId, momentsOf('like', 'log')),
    await undoListMarks(tx, 'list', memberId, momentsOf('like', 'list')),
    await undoListMarks(tx, 'saved-list', memberId, momentsOf('like', 'saved-list')),
    await undoFollows(tx, memberId, momentsOf('follow', 'member')),
  ]
  return { removed: removed.reduce((sum, one) => sum + one, 0), kept: 0 }
}

async function removeFromProfile(tx: Tx, memberId: string, rows: MadeRow[]): Promise<Tally> {
  const films = ofFilms(rows, 'profile-favourite').map((row) => row.film_id)
  if (films.length === 0) return { removed: 0, kept: 0 }
  return undoProfileImport(tx, memberId, films, await selectImportedProfileFilms(tx.db, memberId))
}

/** Claims of other imports on logs that this import made. */
export interface Claims {
  /** Rows that get their logs back. */
  returned: ClaimRow[]
  /** Rows of stars, and of films that were seen, whose logs are deleted or become those of other rows. */
  homeless: ClaimRow[]
}

/**
 * Finds which logs of a removed import other imports keep: a review or another entry keeps its log, and a film with
 * nothing else left keeps one log for its stars or for having been seen.
 */
async function findClaims(tx: Tx, of: Removal, logIds: string[]): Promise<Claims> {
  const claims = logIds.length > 0 ? await selectClaims(tx.db, { ...of, logIds }) : []
  const returned = new Map<string, ClaimRow>()
  const films = new Set<number>()
  for (const claim of claims) {
    const isEntry = claim.kind === 'log' || claim.kind === 'review'
    if (returned.has(claim.logId) || (!isEntry && (claim.hasOthers || films.has(claim.filmId)))) continue
    returned.set(claim.logId, claim)
    films.add(claim.filmId)
  }
  // A review also keeps the stars of its log.
  const homeless = claims.filter(
    (claim) =>
      (claim.kind === 'rating' || claim.kind === 'seen') &&
      returned.get(claim.logId) !== claim &&
      returned.get(claim.logId)?.kind !== 'review',
  )
  return { returned: [...returned.values()], homeless }
}

/** Rewrites logs to what other imports say of them; the import's other logs are deleted already. */
async function returnLogs(
  ctx: Context,
  tx: Tx,
  memberId: string,
  returned: readonly ClaimRow[],
): Promise<void> {
  if (returned.length === 0) return
  await stripLogs(
    ctx,
    tx,
    memberId,
    returned.map(({ logId }) => logId),
  )
  await updateLogs(tx, memberId, returned.flatMap(logOf))
  await returnToClaims(tx.db, returned, ctx.now())
  for (const [importId, rows] of Map.groupBy(returned, (claim) => claim.importId)) {
    const skipped = rows.filter((row) => row.state === 'skipped').length
    await addCounts(tx.db, importId, { skipped: -skipped, imported: skipped })
  }
}

/** What a log becomes: a review keeps it as it is, and so does an entry whose content was deleted. */
function logOf({ kind, logId, filmId, row, entry, importKey, source, startedAt }: ClaimRow): UpdatedLog[] {
  if (kind === 'review') return []
  if (kind !== 'log') {
    const createdAt = momentOf({ kind, loggedAt: entry.loggedAt ?? null, watchedAt: null }, row, startedAt)
    const key = undatedKey(source, filmId)
    return [{ ...bare, id: logId, filmId, rating: entry.rating ?? null, importKey: key, createdAt }]
  }
  if (!('kind' in entry)) return []
  const { rating, rewatchCount, watchedAt, spoilers, tags, gif, backdrop, audience, origin } = entry
  return [
    {
      id: logId,
      filmId,
      rating,
      review: realReview(entry.review),
      reviewEmphasis: entry.reviewEmphasis ?? [],
      rewatchCount,
      watchedAt,
      spoilers,
      tags,
      gif: gif ?? null,
      backdrop: backdrop ?? null,
      isMark: entry.isMark ?? false,
      audience,
      // For an undated log that an entry had taken over.
      importKey: watchedAt === null && origin !== undefined ? origin : importKey,
      createdAt: momentOf(entry, row, startedAt),
    },
  ]
}

const bare = {
  review: '',
  reviewEmphasis: [],
  rewatchCount: 0,
  watchedAt: null,
  spoilers: false,
  tags: [],
  gif: null,
  backdrop: null,
  isMark: true,
}

/** Decides again about rows of other imports whose films lost logs or stars: their stars may have a place now. */
async function decideAgain(ctx: Context, tx: Tx, what: ReopenScope): Promise<void> {
  const rows = what.filmIds.length > 0 ? await reopenRows(tx.db, what) : []
  for (const [importId, ofImport] of Map.groupBy(rows, (row) => row.importId)) {
    const record = await lockImport(tx.db, importId)
    if (!record) continue
    const decisions = ofImport.map(({ row, kind, filmId, confidence, entry }): Decision => ({
      row,
      entry: { ...entry, kind },
      filmId,
      confidence,
    }))
    const after = await applyDecisions(ctx, tx, record, {
      decisions,
      before: ofImport,
      leavingId: what.importId,
    })
    tx.afterCommit(() => sendProgress(ctx, after))
  }
}
