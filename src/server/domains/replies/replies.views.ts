import type { MemberRef } from '#shared/api/fields.ts'
import type { Reply } from '#shared/api/replies.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { onlooker } from '#server/core/audience.ts'
import { listed, pageOf, type Listed } from '#server/core/keyset.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { gifDetailsView } from '#server/domains/gifs/gifs.views.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'
import { selectReplies, wantedIds, type ReplyRow, type WantedReplies } from './replies.queries.ts'
import { beginnings, mostLiked, threadPage } from './threads.queries.ts'

/** Rows of a page of a thread: of the usual length they make less than 60 kB. */
export const threadSize = 80

/**
 * Replies in the order of the ids: one statement, and another for authors that this process has not cached. A deleted
 * reply, or one that the viewer may not see, keeps its place without content when others answer it.
 */
export async function replyViews(ctx: Context, viewer: Viewer, ids: string[]): Promise<Reply[]> {
  if (ids.length === 0) return []
  const reader = await onlooker(ctx, viewer.id)
  const rows = await selectReplies(databaseFor(ctx, ids.length), reader, wantedIds(ids))
  return (await viewsOf(ctx, viewer, rows)).map(({ view }) => view)
}

/** A page of replies, as `replyViews` makes them. */
export async function replyPage(
  ctx: Context,
  viewer: Viewer,
  wanted: WantedReplies,
  limit: number,
): Promise<Listed<Reply>> {
  const rows = await selectReplies(databaseFor(ctx, limit), await onlooker(ctx, viewer.id), wanted)
  const { items, next } = listed(rows, limit)
  return { items: (await viewsOf(ctx, viewer, items)).map(({ view }) => view), next }
}

/**
 * So many of the most liked comments on a log, or the first page of its thread: the comments, then the answers to them.
 * One statement.
 */
export async function repliesOfLog(
  ctx: Context,
  viewer: Viewer,
  id: string,
  best?: number,
): Promise<Reply[]> {
  const reader = await onlooker(ctx, viewer.id)
  if (best !== undefined) return (await replyPage(ctx, viewer, mostLiked(reader, id, best), best)).items
  const of = { thread: { on: 'log', id }, viewerId: viewer.id, hides: reader.hides } as const
  const wanted = threadPage(of, undefined, pageOf({}, threadSize))
  const { items } = await replyPage(ctx, viewer, wanted, threadSize)
  const isAnswer = ({ parentComment }: Reply) => Number(parentComment !== null)
  return items.toSorted((one, other) => isAnswer(one) - isAnswer(other))
}

/** The first rows of the thread of each log, by log. One statement, however many logs. */
export async function threadBeginnings(
  ctx: Context,
  viewer: Viewer,
  logIds: string[],
  rows: number,
): Promise<ReadonlyMap<string, Reply[]>> {
  const threads = new Map(logIds.map((logId) => [logId, [] as Reply[]]))
  if (logIds.length === 0) return threads
  const atMost = rows * logIds.length
  const reader = await onlooker(ctx, viewer.id)
  const wanted = beginnings(reader, logIds, rows)
  const found = await selectReplies(databaseFor(ctx, atMost), reader, wanted)
  for (const { logId, view } of await viewsOf(ctx, viewer, found)) threads.get(logId ?? '')?.push(view)
  return threads
}

async function viewsOf(ctx: Context, viewer: Viewer, rows: readonly ReplyRow[]) {
  const authors = await memberRefs(
    ctx,
    rows.flatMap((row) => [row.member_id, row.answered_id].filter((id) => id !== null)),
  )
  // A hidden comment keeps its place only when it has answers.
  return rows
    .filter((row) => !row.hidden || (row.root_id === null && row.answer_count > 0))
    .map((row) => ({ logId: row.log_id, view: replyView(viewer, row, authors) }))
}

function replyView(viewer: Viewer, row: ReplyRow, authors: ReadonlyMap<string, MemberRef>): Reply {
  const deleted = row.deleted || row.hidden
  const gone = deleted || row.member_id === null
  const author = gone ? undefined : authors.get(row.member_id ?? '')
  const rating = gone ? null : stepsToStars(row.rating)
  return {
    _id: row.id,
    userId: gone ? null : row.member_id,
    username: author?.username ?? '',
    avatar: author?.avatar ?? null,
    text: deleted ? '' : row.text,
    spoilers: row.spoilers && !deleted,
    gif: deleted ? null : row.gif,
    gifDetails: deleted ? null : gifDetailsView(row, viewer.titles),
    image: deleted ? null : row.image,
    likes: row.liked ? [viewer.id] : [],
    likeCount: row.like_count,
    likedByMe: row.liked,
    createdAt: row.created_at.toISOString(),
    parentComment: row.parent_id,
    parentUsername: row.parent_id === null ? null : (authors.get(row.answered_id ?? '')?.username ?? ''),
    rootComment: row.root_id,
    replyCount: row.answer_count,
    ratingForThisMovie: row.parent_id === null ? rating : null,
    rating,
    deleted: gone,
    hidden: !gone && row.hidden_at !== null ? true : undefined,
  }
}
