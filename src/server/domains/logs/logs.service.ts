import { v7 as uuidv7 } from 'uuid'
import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/logs.ts'
import type { Log } from '#shared/api/logs.ts'
import { starsToSteps } from '#shared/rating.ts'
import { realReview } from '#shared/review-text.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Upload } from '#server/core/multipart.ts'
import { hashRequest, repeatedId } from '#server/core/request-hash.ts'
import type { Db } from '#server/db/database.ts'
import { filmPictures, namedPicture } from '#server/domains/films/pictures.service.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { backdropUrl } from '#server/domains/films/films.views.ts'
import { requireGif, useGif } from '#server/domains/gifs/gifs.service.ts'
import { claim, removeMedia, storeImage } from '#server/domains/media/media.service.ts'
import { adjustFilmsCount, setLastLogAt } from '#server/domains/members/members.service.ts'
import { topReplies } from '#server/domains/replies/replies.views.ts'
import { setFavourite, takeOffWatchlist } from '#server/domains/shelves/shelves.service.ts'
import * as lists from './log-lists.queries.ts'
import * as queries from './log.queries.ts'
import { likersOfOne, logViews } from './log.views.ts'

type NewLogBody = ParsedBody<typeof api.createLog>
type ChangeBody = ParsedBody<typeof api.updateLog>

const repliesShown = 3
const moreReviewsShown = 3

/** Every log is visible to every member. @throws log.not_found */
export async function requireLog(db: Db, id: string): Promise<void> {
  if (!(await queries.findLog(db, id))) throw fail('log.not_found')
}

async function oneLog(ctx: Context, viewer: Viewer, id: string): Promise<Log> {
  const [log] = await logViews(ctx, viewer, [id], likersOfOne)
  if (!log) throw fail('log.not_found')
  return log
}

/** The log with its best replies and more reviews by the same author. */
export async function readLog(
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof api.getLog>> {
  const log = await oneLog(ctx, viewer, id)
  const [replies, moreIds] = await Promise.all([
    topReplies(ctx, viewer, id, repliesShown),
    lists.otherReviewIds(ctx.db, log.user._id, id, moreReviewsShown),
  ])
  return { ...log, replies, moreReviews: await logViews(ctx, viewer, moreIds) }
}

/**
 * Writes a log and takes the film off the watchlist, in one transaction. With an idempotency key a
 * repetition answers the first log; other content under the same key is `request.conflict`.
 */
export async function createLog(
  ctx: Context,
  viewer: Viewer,
  body: NewLogBody,
  image: Upload | undefined,
  idempotencyKey: string | null,
): Promise<Log> {
  const now = ctx.now()
  const columns = writtenColumns(body, now)
  const requestHash = hashRequest({ ...columns, filmId: body.movieId, favorite: body.favorite }, image)
  const earlier = idempotencyKey ? await queries.findByKey(ctx.db, viewer.id, idempotencyKey) : undefined
  if (earlier) return oneLog(ctx, viewer, repeatedId(earlier, requestHash))

  if (columns.gif) await requireGif(ctx, columns.gif)
  const film = await requireFilm(ctx, body.movieId)
  const imagePath = image ? await keepImage(ctx, viewer, image) : null
  const id = uuidv7()
  const written = await ctx.transact(async (tx) => {
    // Also locks the author's row, as `lockAuthor` does: writes of one member's logs wait for each other.
    await setLastLogAt(tx, viewer.id, now)
    const log = {
      ...columns,
      id,
      member_id: viewer.id,
      film_id: film.id,
      image: imagePath,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
      created_at: now,
      updated_at: now,
    }
    if (!(await queries.insertLog(tx.db, log))) return false
    if (!(await queries.hasOtherLog(tx.db, viewer.id, film.id, id))) await adjustFilmsCount(tx, viewer.id, 1)
    if (imagePath) await claim(tx, imagePath, viewer.id, 'log')
    if (columns.gif) await useGif(tx, viewer.id, columns.gif)
    await takeOffWatchlist(tx, viewer.id, film.id)
    if (body.favorite !== undefined) await setFavourite(tx, viewer.id, film.id, body.favorite)
    await tx.emit('log.created', { logId: id, authorId: viewer.id, filmId: film.id, createdAt: now })
    return true
  })
  if (written || !idempotencyKey) return oneLog(ctx, viewer, id)
  const twin = await queries.findByKey(ctx.db, viewer.id, idempotencyKey)
  return oneLog(ctx, viewer, repeatedId(twin, requestHash))
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
  const change: queries.LogChange = writtenColumns(body, now)
  // The one that the log has is not asked for: it may be of before there were known ones.
  const gif = body.gif !== earlier.gif && body.gif ? body.gif : null
  if (gif) await requireGif(ctx, gif)
  if (image) change.image = await keepImage(ctx, viewer, image)
  else if (body.removeImage) change.image = null
  await ctx.transact(async (tx) => {
    // Locks the author's row, and before the log's, as deleting does.
    if (gif) await useGif(tx, viewer.id, gif)
    const current = await queries.findLog(tx.db, id, { lock: true })
    if (!current) throw fail('log.not_found')
    await queries.updateLog(tx.db, id, change, now)
    if (change.image) await claim(tx, change.image, viewer.id, 'log')
    if (change.image !== undefined && current.image) await removeMedia(ctx, tx, [current.image])
    if (body.favorite !== undefined) await setFavourite(tx, viewer.id, current.film_id, body.favorite)
  })
  return oneLog(ctx, viewer, id)
}

/** What a member writes of a log. What is undefined stays as it is, or as a new log has it. */
function writtenColumns(body: ChangeBody, now: Date) {
  return {
    rating: body.rating === undefined ? undefined : starsToSteps(body.rating),
    review: body.review === undefined ? undefined : realReview(body.review),
    rewatch_count: rewatches(body.rewatch, body.rewatchCount),
    watched_at: watchedDay(body.watchedAt, now),
    spoilers: body.spoilers,
    tags: body.tags,
    gif: body.gif === undefined ? undefined : body.gif || null,
  } satisfies queries.LogChange
}

/**
 * Shows one of the film's backdrops above the viewer's own log; an empty choice goes back to the film's own.
 */
export async function changeBackdrop(ctx: Context, viewer: Viewer, id: string, chosen: string): Promise<Log> {
  const log = await ownLog(ctx, viewer, id)
  const backdrop = chosen === '' ? null : await filmBackdrop(ctx, log.film_id, chosen)
  await ctx.transact(async (tx) => {
    if (!(await queries.findLog(tx.db, id, { lock: true }))) throw fail('log.not_found')
    await queries.updateLog(tx.db, id, { backdrop }, ctx.now())
  })
  return oneLog(ctx, viewer, id)
}

/** The address of a backdrop of the film that a caller names. @throws backdrop.unknown, film.not_found, film.source_down */
export async function filmBackdrop(ctx: Context, filmId: number, chosen: string): Promise<string | null> {
  const { backdrops } = await filmPictures(ctx, filmId)
  const path = namedPicture(ctx.config.filmSource, chosen)
  if (!backdrops.some((backdrop) => backdrop.file_path === path)) throw fail('backdrop.unknown')
  return backdropUrl(path)
}

export async function deleteLog(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  const log = await ownLog(ctx, viewer, id)
  await ctx.transact(async (tx) => {
    await queries.lockAuthor(tx.db, viewer.id)
    // Nobody adds a reply with a picture between looking for pictures and deleting.
    await queries.findLog(tx.db, id, { lock: true })
    const pictures = await queries.picturesOfLog(tx.db, id)
    if (!(await queries.deleteLog(tx.db, id))) throw fail('log.not_found')
    if (!(await queries.hasOtherLog(tx.db, viewer.id, log.film_id, id)))
      await adjustFilmsCount(tx, viewer.id, -1)
    await setLastLogAt(tx, viewer.id, await queries.newestLogAt(tx.db, viewer.id))
    await removeMedia(ctx, tx, pictures)
    await tx.emit('log.deleted', { logId: id, authorId: viewer.id })
  })
}

/** Likes the log or takes the like back. */
export async function toggleLike(ctx: Context, viewer: Viewer, id: string) {
  const result = await ctx.transact(async (tx) => {
    const flipped = await queries.toggleLike(tx.db, id, viewer.id)
    if (!flipped) throw fail('log.not_found')
    const fact = { logId: id, authorId: flipped.author_id, memberId: viewer.id }
    if (flipped.changed > 0) await tx.emit('log.liked', fact)
    if (flipped.changed < 0) await tx.emit('log.unliked', fact)
    return flipped
  })
  const likes = await queries.readLikers(ctx.db, id, likersOfOne)
  return { liked: result.liked, likeCount: result.like_count, likes }
}

async function ownLog(ctx: Context, viewer: Viewer, id: string) {
  const log = await queries.findLog(ctx.db, id)
  if (!log) throw fail('log.not_found')
  if (log.member_id !== viewer.id) throw fail('log.not_yours')
  return log
}

async function keepImage(ctx: Context, viewer: Viewer, image: Upload): Promise<string> {
  await ctx.limits.use('member.upload', viewer.id)
  return storeImage(ctx, { owner: viewer.id, kind: 'log', bytes: image.bytes })
}

/** `rewatch` without a count means once; a count of 0 means it is no rewatch. */
function rewatches(rewatch: boolean | undefined, count: number | undefined): number | undefined {
  if (rewatch === false) return 0
  if (rewatch && !count) return 1
  return count
}

const dayMs = 86_400_000

/** Undefined stays undefined, empty becomes null. @throws request.invalid for days that are none or lie ahead. */
function watchedDay(text: string | undefined, now: Date): string | null | undefined {
  if (text === undefined) return undefined
  if (text === '') return null
  const day = new Date(`${text}T00:00:00Z`)
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  // The member's own calendar may be up to 14 hours ahead of UTC.
  if (exists && day.getTime() <= now.getTime() + dayMs && day.getUTCFullYear() >= 1870) return text
  throw fail('request.invalid', { issues: [{ path: 'watchedAt', message: 'not a day that has come' }] })
}
