import { v7 as uuidv7 } from 'uuid'
import { isNarrower, type Audience } from '#shared/audience.ts'
import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/logs.ts'
import type { DiscussedLog, Log } from '#shared/api/logs.ts'
import { isDay } from '#shared/diary-period.ts'
import { dayMs, weekMs } from '#shared/durations.ts'
import { foldText } from '#shared/matching/fold.ts'
import { starsToSteps, stepsToStars, type HalfSteps } from '#shared/rating.ts'
import { isOverwritten, realReview } from '#shared/review-text.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail, requireOwner } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Upload } from '#server/core/http/multipart.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { hashRequest, once, type CreateRequest } from '#server/core/once.ts'
import { deleteMarksOf, toggleMark, type Mark } from '#server/core/toggle.ts'
import type { Db } from '#server/db/database.ts'
import { filmPictures, namedPicture } from '#server/domains/films/pictures.service.ts'
import { requireFilmNumber } from '#server/domains/films/films.service.ts'
import { backdropUrl } from '#server/domains/films/films.views.ts'
import { requireGif, useGif } from '#server/domains/gifs/gifs.service.ts'
import { claim, removeMedia, storeImage } from '#server/domains/media/media.service.ts'
import { onlooker, type ModeratedChange, type Onlooker } from '#server/core/audience.ts'
import { chooseAudience } from '#server/domains/members/audiences.service.ts'
import { lockMember, requireMember } from '#server/domains/members/members.service.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'
import { repliesOfLog, threadBeginnings } from '#server/domains/replies/replies.views.ts'
import { deleteWatchlistItem, updateFavourite } from '#server/domains/shelves/shelves.service.ts'
import { rateFilmAsLog } from './film-stats.queries.ts'
import { filmStatsView, lockDiaryToChange, noteAddition, noteStandings } from './film-stats.service.ts'
import { feedPage } from './feed.queries.ts'
import * as filmLogs from './film-logs.queries.ts'
import * as changes from './log-changes.queries.ts'
import * as queries from './logs.queries.ts'
import { selectMemberTags } from './tags.queries.ts'
import { likersOfOne, logPage, logViews, tilePage, writtenLog } from './logs.views.ts'

type NewLogBody = ParsedBody<typeof api.createLog>
type ChangeBody = ParsedBody<typeof api.updateLog>

const repliesShown = 3
const feedSize = 18
const periodSize = 60
const memberLogsSize = 5000
const filmLogsSize = 100
const popularSize = 3
const popularAllSize = 100
const friendsSize = 100

const periodMs = { day: dayMs, week: weekMs, month: 30 * dayMs }
type Period = keyof typeof periodMs

export const likes: Mark = { table: 'log_likes', column: 'log_id', of: 'logs', counter: 'like_count' }
const moreReviewsShown = 3

/** A log that the viewer may see. */
export async function requireLog(db: Db, viewer: Viewer, id: string): Promise<void> {
  if (!(await queries.selectAuthor(db, viewer.id, id))) throw fail('log.not_found')
}

/**
 * Those of the members who are in the log's audience. Blocks are not looked at, so that whoever shares a log learns
 * nothing of blocks between others.
 */
export const logReaders = queries.selectReaders

async function oneLog(ctx: Context, viewer: Viewer, id: string): Promise<Log> {
  const [log] = await logViews(ctx, viewer, [id], likersOfOne)
  if (!log) throw fail('log.not_found')
  return log
}

/** The log with its replies, or with so many of the best, and more reviews by the same author. */
export async function getLog(ctx: Context, viewer: Viewer, id: string, best?: number) {
  const log = await oneLog(ctx, viewer, id)
  const [replies, moreIds, filmSeen] = await Promise.all([
    repliesOfLog(ctx, viewer, id, best),
    queries.selectOtherReviews(ctx.db, viewer.id, { memberId: log.user._id, exceptId: id }, moreReviewsShown),
    queries.hasLogged(ctx.db, viewer.id, log.tmdbId),
  ])
  return { ...log, replies, moreReviews: await logViews(ctx, viewer, moreIds), filmSeen }
}

/**
 * Creates a log and removes the film from the watchlist, in one transaction. With an idempotency key a repetition
 * answers the first log; other content under the same key is `request.conflict`.
 */
export async function createLog(
  ctx: Context,
  viewer: Viewer,
  { body, image, idempotencyKey }: CreateRequest<NewLogBody>,
): Promise<Log> {
  const now = ctx.now()
  const columns = writtenColumns(body, now)
  const hash = hashRequest(
    { ...columns, audience: body.audience, filmId: body.movieId, favorite: body.favorite },
    image,
  )
  const request = { memberId: viewer.id, key: idempotencyKey, hash }
  let written: queries.LogRow | undefined
  const create = async () => {
    if (columns.gif) await requireGif(ctx, columns.gif)
    const filmId = await requireFilmNumber(ctx, body.movieId)
    const imagePath = image ? await storeUpload(ctx, viewer, image) : null
    return ctx.transact(async (tx) => {
      const id = uuidv7()
      // Usually one round trip: the lock is sent first, and the standing is read behind it.
      const locked = changes.lockDiary(tx.db, viewer.id)
      if (columns.gif) {
        await locked
        await useGif(tx, viewer.id, columns.gif)
      }
      const [, added] = await Promise.all([
        locked,
        changes.insertLog(tx.db, {
          ...columns,
          audience: body.audience ?? null,
          id,
          member_id: viewer.id,
          film_id: filmId,
          image: imagePath,
          idempotency_key: idempotencyKey,
          request_hash: hash,
          created_at: now,
          updated_at: now,
        }),
      ])
      if (!added) return null
      noteAddition(tx, viewer.id, added)
      if (imagePath) await claim(tx, imagePath, viewer.id, 'log')
      deleteWatchlistItem(tx, viewer.id, filmId)
      updateFavourite(tx, viewer.id, { filmId, isFavourite: body.favorite })
      written = { ...added.log, is_favorite: body.favorite ?? added.log.is_favorite }
      await tx.emit('log.created', { logId: id, authorId: viewer.id, filmId, createdAt: now })
      return id
    })
  }
  const looksFirst = Boolean(image ?? columns.gif)
  const logId = await once(ctx.shortReads, 'logs', request, create, { looksFirst })
  const own = written?.id === logId ? await writtenLog(ctx, viewer, written) : undefined
  return own ?? oneLog(ctx, viewer, logId)
}

export async function updateLog(
  ctx: Context,
  viewer: Viewer,
  id: string,
  body: ChangeBody,
  image: Upload | undefined,
): Promise<Log> {
  const earlier = await ownLog(ctx, viewer, id)
  const now = ctx.now()
  const change: changes.LogChange = { ...writtenColumns(body, now), audience: body.audience }
  // Only a new GIF is checked: the old one may be from before GIFs were recorded.
  const gif = body.gif !== earlier.gif && body.gif ? body.gif : null
  if (gif) await requireGif(ctx, gif)
  if (image) change.image = await storeUpload(ctx, viewer, image)
  else if (body.removeImage) change.image = null
  await ctx.transact(async (tx) => {
    // For the order of locks see `lockDiary`.
    await lockDiaryToChange(tx, viewer.id)
    if (gif) await useGif(tx, viewer.id, gif)
    const current = await changes.selectLog(tx.db, id, { lock: true })
    if (!current) throw fail('log.not_found')
    if (isOverwritten(current.review, body.reviewBefore, change.review)) throw fail('log.changed')
    if (body.audience === undefined && change.review && current.review === '') {
      // A log that gets its first text becomes a review, and must not reach people who are not in the audience of the
      // member's reviews.
      const usual = await chooseAudience(tx.db, viewer.id, 'reviews', {})
      if (isNarrower(usual, current.audience)) change.audience = usual
    }
    const before = await changes.updateLog(tx.db, id, change, now)
    // A mark that gets text or a day becomes activity, and back; a log that is not for everybody does not count.
    const moves = change.audience !== undefined && change.audience !== current.audience
    if (change.rating !== undefined || current.is_mark || moves) noteStandings(tx, viewer.id, before)
    if (change.rating !== undefined) await followRating(tx, { ...current, given: change.rating }, now)
    if (change.image) await claim(tx, change.image, viewer.id, 'log')
    if (change.image !== undefined && current.image) await removeMedia(ctx, tx, [current.image])
    updateFavourite(tx, viewer.id, { filmId: current.film_id, isFavourite: body.favorite })
  })
  return oneLog(ctx, viewer, id)
}

/**
 * A change of stars in the newest log changes the film's current rating; so does one in a mark as seen, even when its
 * stars are removed.
 */
async function followRating(
  tx: Tx,
  log: NonNullable<Awaited<ReturnType<typeof changes.selectLog>>> & { given: HalfSteps | null },
  now: Date,
): Promise<void> {
  const { id, given, member_id: memberId, film_id: filmId } = log
  if (given !== log.rating && (given !== null || log.is_mark))
    await rateFilmAsLog(tx.db, { id, memberId, filmId, rating: given }, now)
}

/** The columns that a request sets. Undefined ones stay as they are, or get the defaults of a new log. */
function writtenColumns(body: ChangeBody, now: Date) {
  return {
    rating: body.rating === undefined ? undefined : starsToSteps(body.rating),
    review: body.review === undefined ? undefined : realReview(body.review),
    rewatch_count: rewatches(body.rewatch, body.rewatchCount),
    watched_at: watchedDay(body.watchedAt, now),
    spoilers: body.spoilers,
    tags: body.tags,
    gif: body.gif === undefined ? undefined : body.gif || null,
  } satisfies changes.LogChange
}

/** Sets a backdrop of the film for the viewer's own log; an empty choice restores the film's own. */
export async function updateBackdrop(ctx: Context, viewer: Viewer, id: string, chosen: string): Promise<Log> {
  const log = await ownLog(ctx, viewer, id)
  const backdrop = chosen === '' ? null : await filmBackdrop(ctx, log.film_id, chosen)
  await ctx.transact(async (tx) => {
    if (!(await changes.selectLog(tx.db, id, { lock: true }))) throw fail('log.not_found')
    await changes.updateLog(tx.db, id, { backdrop }, ctx.now())
  })
  return oneLog(ctx, viewer, id)
}

/** The address of a backdrop of the film that a caller names. */
export async function filmBackdrop(ctx: Context, filmId: number, chosen: string): Promise<string | null> {
  const { backdrops } = await filmPictures(ctx, filmId)
  const path = namedPicture(ctx.config.filmSource, chosen)
  if (!backdrops.some((backdrop) => backdrop.file_path === path)) throw fail('backdrop.unknown')
  return backdropUrl(path)
}

export async function deleteLog(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  await ownLog(ctx, viewer, id)
  await ctx.transact((tx) => removeLog(ctx, tx, { id, authorId: viewer.id }))
}

/** Deletes a log with everything that belongs to it, for its author or a moderator. @throws log.not_found */
export async function removeLog(
  ctx: Context,
  tx: Tx,
  { id, authorId }: { id: string; authorId: string },
): Promise<void> {
  await lockDiaryToChange(tx, authorId)
  // Locked, so that nobody adds a reply with a picture between finding the pictures and deleting.
  await changes.selectLog(tx.db, id, { lock: true })
  const pictures = await changes.selectPicturesOfLogs(tx.db, [id])
  const before = await changes.deleteLogs(tx.db, [id])
  if (before.length === 0) throw fail('log.not_found')
  noteStandings(tx, authorId, before)
  await removeMedia(ctx, tx, pictures)
}

/** Changes what moderators decide about a log, whatever its author chose. @throws log.not_found */
export async function moderateLog(
  tx: Tx,
  { id, authorId }: { id: string; authorId: string },
  change: ModeratedChange,
): Promise<void> {
  await lockDiaryToChange(tx, authorId)
  const before = await changes.updateModerated(tx.db, id, change)
  if (!before) throw fail('log.not_found')
  if ('hidden_at' in change) noteStandings(tx, authorId, [before])
}

/** Likes the log, or removes the like. */
export async function toggleLike(ctx: Context, viewer: Viewer, id: string) {
  const tap = {
    mark: likes,
    id,
    memberId: viewer.id,
    target: changes.lockVisibleLog(viewer.id, id),
    named: likersOfOne,
  }
  const toggled = await toggleMark(ctx.transact<void>, tap, (tx: Tx, memberIds) =>
    tx.emit('log.like_toggled', { logId: id, memberIds }),
  )
  if (!toggled) throw fail('log.not_found')
  return { liked: toggled.marked, likeCount: toggled.count, likes: toggled.newest }
}

/** What followed members logged. */
export async function getFeed(ctx: Context, viewer: Viewer, query: PageQuery) {
  const of = await onlooker(ctx, viewer.id)
  return tilePage(ctx, viewer, feedPage(of, pageOf(query, feedSize), null))
}

export async function listPeriodLogs(ctx: Context, viewer: Viewer, period: Period, query: PageQuery) {
  const since = new Date(ctx.now().getTime() - periodMs[period])
  const of = await onlooker(ctx, viewer.id)
  return tilePage(ctx, viewer, feedPage(of, pageOf(query, periodSize), since))
}

export async function listMemberLogs(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  query: PageQuery & {
    sort?: queries.LogSort | undefined
    reviews?: boolean | undefined
    /** Leaves out marks as seen, which have no day; they are also left out when sorting by day. */
    entries?: boolean | undefined
    /** The first day of the diary, `YYYY-MM-DD`. */
    from?: string | undefined
  } & Narrowing,
): Promise<Listed<Log>> {
  await requireMember(ctx, viewer, userId)
  const choice = await choiceOf(ctx, viewer, userId, query)
  const { sort = 'created', reviews = false, entries = sort === 'watched', from } = query
  const by = { ...choice, sort, reviews, entries, from }
  return logPage(
    ctx,
    viewer,
    queries.memberLogsPage({ memberId: userId, viewerId: viewer.id }, by, pageOf(query, memberLogsSize)),
  )
}

/** What a call may narrow a member's logs to. */
export interface Narrowing {
  tag?: string | undefined
  q?: string | undefined
}

/** How many of the member's tags are compared with a search text. */
const comparedTags = 5000

/** The choice of logs that a request asks for. A search text without letters and digits asks for all. */
export async function choiceOf(
  { db }: Pick<Context, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  memberId: string,
  { tag, q = '' }: Narrowing,
): Promise<queries.LogChoice> {
  const folded = foldText(q)
  if (folded === '') return { tag }
  const tags = await selectMemberTags(db, { memberId, viewerId: viewer.id }, comparedTags)
  const holding = tags.map((one) => one.tag).filter((one) => foldText(one).includes(folded))
  return { tag, search: { folded, tags: holding } }
}

export async function listMemberFilmLogs(
  ctx: Context,
  viewer: Viewer,
  of: { memberId: string; filmId: number },
  query: PageQuery,
): Promise<Listed<Log>> {
  await requireMember(ctx, viewer, of.memberId)
  return logPage(ctx, viewer, filmLogs.memberFilmLogsPage(viewer.id, of, pageOf(query, filmLogsSize)))
}

/** Reviews of a film with the beginnings of their threads. */
export async function listPopularReviews(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  query: PageQuery & { all?: boolean | undefined },
): Promise<Listed<DiscussedLog>> {
  const page = pageOf(query, query.all ? popularAllSize : popularSize)
  const reader = await onlooker(ctx, viewer.id)
  const { items, next } = await logPage(ctx, viewer, filmLogs.popularReviewsPage(reader, filmId, page))
  const ids = items.map((log) => log._id)
  const threads = await threadBeginnings(ctx, viewer, ids, repliesShown)
  return { items: items.map((log) => ({ ...log, replies: threads.get(log._id) ?? [] })), next }
}

/** Reviews of a film that are public on the web. */
export async function listPublicReviews(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  query: PageQuery,
): Promise<Listed<Log>> {
  const page = pageOf(query, popularAllSize)
  return logPage(ctx, viewer, filmLogs.publicReviewsPage(await onlooker(ctx, viewer.id), filmId, page))
}

/** The newest log of a film by each followed member. */
export async function listFriendsLogs(
  ctx: Context,
  viewer: Viewer,
  filmId: number,
  query: PageQuery,
): Promise<Listed<Log>> {
  const of = await onlooker(ctx, viewer.id)
  return logPage(ctx, viewer, filmLogs.friendsLogsPage(of, filmId, pageOf(query, friendsSize)))
}

/** What the film page shows of them. */
export async function popularOfFilm(
  ctx: Context,
  viewer: Viewer,
  reader: Onlooker,
  filmId: number,
): Promise<Log[]> {
  const page = { limit: popularSize, isOnly: true }
  return (await logPage(ctx, viewer, filmLogs.popularReviewsPage(reader, filmId, page))).items
}

const shownOfFilm = { friends: 5, mine: 20 }

/**
 * The other parts of the film page that come from logs: friends who logged it, what they and all members gave, and
 * the viewer's own logs. A statement with one row, and a function that reads it.
 */
export const filmActivity = {
  select: (viewerId: string, filmId: number) => filmLogs.filmActivity(viewerId, filmId, shownOfFilm),
  async view(ctx: Context, viewer: Viewer, row: filmLogs.FilmActivityRow) {
    const [friends, mine] = await Promise.all([
      memberRefs(ctx, row.friends ?? []),
      queries.withStarsOfMarks(ctx.shortReads, viewer.id, row.mine ?? []),
    ])
    return {
      stats: filmStatsView(row.stats),
      friends: (row.friends ?? []).flatMap((id, place) => {
        const friend = friends.get(id)
        return friend ? { ...friend, rating: stepsToStars(row.friends_stars?.[place] ?? null) } : []
      }),
      friendsCount: row.friends_count,
      friendsRatings: { ratings: row.friends_ratings, average: stepsToStars(row.friends_average) },
      myLogs: mine.map((log) => ({
        _id: log.id,
        rating: stepsToStars(log.rating),
        createdAt: new Date(log.created_at).toISOString(),
        seenOnly: log.seen_only,
      })),
    }
  },
}
export type FilmActivityColumns = filmLogs.FilmActivityRow

/**
 * Locks a member's diary and then their row, so that writes of their logs and changes of the row wait; false when
 * there is no such member.
 */
export async function lockMemberLogs(tx: Tx, memberId: string): Promise<boolean> {
  const isThere = await lockDiaryToChange(tx, memberId)
  if (isThere) await lockMember(tx.db, memberId)
  return isThere
}

/**
 * Sets the audience of all of a member's logs without text, or with it; the caller locks the member's row afterwards.
 */
export async function updateAudiences(
  tx: Tx,
  memberId: string,
  change: { reviews: boolean; audience: Audience },
): Promise<void> {
  await lockMemberLogs(tx, memberId)
  noteStandings(tx, memberId, await changes.updateAudiences(tx.db, memberId, change))
}

/** Locks so that the member writes no more logs and nobody writes to the existing ones. */
export async function lockLogsForDeletion(tx: Tx, memberId: string): Promise<void> {
  await changes.lockDiary(tx.db, memberId)
  await changes.lockLogsOf(tx.db, memberId)
}

/** Deletes a member's logs with everything that belongs to them, and their likes of others' logs. */
export async function deleteMemberLogs(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await removeMedia(ctx, tx, await changes.selectReplyPicturesBelow(tx.db, memberId))
  noteStandings(tx, memberId, await changes.deleteLogsOf(tx.db, memberId))
  await deleteMarksOf(tx.db, likes, memberId)
}

/** The viewer's own log. @throws log.not_found, also for another's that the viewer may not see; log.not_yours */
async function ownLog(ctx: Context, viewer: Viewer, id: string) {
  const log = await changes.selectLog(ctx.db, id)
  if (!log) throw fail('log.not_found')
  if (log.member_id !== viewer.id) await requireLog(ctx.db, viewer, id)
  requireOwner('log', log, viewer)
  return log
}

async function storeUpload(ctx: Context, viewer: Viewer, image: Upload): Promise<string> {
  await ctx.limits.use('member.upload', viewer.id)
  return storeImage(ctx, { owner: viewer.id, kind: 'log', bytes: image.bytes })
}

/** `rewatch` without a count means once; a count of 0 means it is no rewatch. */
function rewatches(rewatch: boolean | undefined, count: number | undefined): number | undefined {
  if (rewatch === false) return 0
  if (rewatch && !count) return 1
  return count
}

/**
 * Undefined stays undefined, empty becomes null. @throws request.invalid for a text that is no day, log.day_ahead for
 * one in the future
 */
function watchedDay(text: string | undefined, now: Date): string | null | undefined {
  if (text === undefined) return undefined
  if (text === '') return null
  if (!isDay(text)) throw fail('request.invalid', { issues: [{ path: 'watchedAt', message: 'not a day' }] })
  // The member's own calendar may be up to 14 hours ahead of UTC.
  if (Date.parse(text) <= now.getTime() + dayMs) return text
  throw fail('log.day_ahead', { issues: [{ path: 'watchedAt', message: 'not a day that has come' }] })
}
