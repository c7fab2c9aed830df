import type { Reply } from '#shared/api/replies.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { gifDetailsView } from '#server/domains/gifs/gifs.views.ts'
import { readReplies, topReplyIds, type ReplyRow } from './replies.queries.ts'

const likersInList = 3

/** Replies in the order of the ids, in one statement. A deleted one keeps its place and loses its content. */
export async function replyViews(ctx: Context, viewer: Viewer, ids: string[]): Promise<Reply[]> {
  const rows = await readReplies(ctx.db, viewer.id, ids, likersInList)
  return rows.map((row) => replyView(viewer, row))
}

/** The most liked comments on a log. */
export async function topReplies(
  ctx: Context,
  viewer: Viewer,
  logId: string,
  limit: number,
): Promise<Reply[]> {
  return replyViews(ctx, viewer, await topReplyIds(ctx.db, logId, limit))
}

function replyView(viewer: Viewer, row: ReplyRow): Reply {
  const gone = row.deleted || row.member_id === null
  const rating = gone ? null : stepsToStars(row.rating)
  return {
    _id: row.id,
    userId: gone ? null : row.member_id,
    username: gone ? '' : (row.username ?? ''),
    avatar: gone ? null : row.avatar,
    text: row.deleted ? '' : row.text,
    gif: row.deleted ? null : row.gif,
    gifDetails: row.deleted ? null : gifDetailsView(row),
    image: row.deleted ? null : row.image,
    likes:
      row.liked && !row.likes.includes(viewer.id)
        ? [viewer.id, ...row.likes].slice(0, likersInList)
        : row.likes,
    likeCount: row.like_count,
    likedByMe: row.liked,
    createdAt: row.created_at.toISOString(),
    parentComment: row.parent_id,
    parentUsername: row.parent_id === null ? null : (row.parent_username ?? ''),
    rootComment: row.root_id,
    replyCount: row.answer_count,
    ratingForThisMovie: row.parent_id === null ? rating : null,
    rating,
    deleted: gone,
  }
}
