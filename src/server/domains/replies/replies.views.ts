import type { MemberRef } from '#shared/api/fields.ts'
import type { Reply } from '#shared/api/replies.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Keepable } from '#server/core/kept-statement.ts'
import { databaseFor } from '#server/db/shared-connections.ts'
import { gifDetailsView } from '#server/domains/gifs/gifs.views.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'
import { selectReplies, wantedIds, type ReplyRow } from './replies.queries.ts'
import { beginnings, mostLiked } from './threads.queries.ts'

/**
 * Replies in the order of the ids, in one statement, and one for authors that the process does not keep. A deleted one
 * keeps its place and loses its content, and so does one that the viewer is not shown, where others answer it.
 */
export async function replyViews(ctx: Context, viewer: Viewer, ids: string[]): Promise<Reply[]> {
  if (ids.length === 0) return []
  return (await viewsOf(ctx, viewer, wantedIds(ids), ids.length)).map(({ view }) => view)
}

/** The most liked comments on a log. One statement. */
export async function topReplies(
  ctx: Context,
  viewer: Viewer,
  logId: string,
  limit: number,
): Promise<Reply[]> {
  return (await viewsOf(ctx, viewer, mostLiked(viewer.id, logId, limit), limit)).map(({ view }) => view)
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
  for (const { logId, view } of await viewsOf(
    ctx,
    viewer,
    beginnings(viewer.id, logIds, rows),
    rows * logIds.length,
  ))
    threads.get(logId ?? '')?.push(view)
  return threads
}

async function viewsOf(ctx: Context, viewer: Viewer, wanted: Keepable, atMost: number) {
  const rows = await selectReplies(databaseFor(ctx, atMost), viewer.id, wanted)
  const authors = await memberRefs(
    ctx,
    rows.flatMap((row) => [row.member_id, row.answered_id].filter((id) => id !== null)),
  )
  // A hidden comment keeps its place only for the answers below it.
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
    gifDetails: deleted ? null : gifDetailsView(row),
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
