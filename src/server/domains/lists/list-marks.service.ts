import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { likeList, saveList } from '#shared/api/lists.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { toggleMark, lockVisible, readMarkers, type Mark } from './list-marks.queries.ts'
import { namedWithViewer } from './lists.views.ts'

/** Members named by id where one list is shown with all that belongs to it. */
export const markersNamed = 100

/** Likes a list or takes the like back. @throws list.not_found, also for another member's private one */
export async function toggleLike(
  ctx: Context,
  viewer: Viewer,
  listId: string,
): Promise<AnswerOf<typeof likeList>> {
  const { marked, count } = await ctx.transact(async (tx) => {
    const { authorId, ...flipped } = await flip(tx, 'like', listId, viewer)
    if (flipped.marked) await tx.emit('list.liked', { listId, authorId, memberId: viewer.id })
    return flipped
  })
  const newest = await readMarkers(ctx.db, 'like', listId, markersNamed)
  return { liked: marked, likeCount: count, likes: namedWithViewer(newest, viewer, marked, markersNamed) }
}

/** Saves a list or takes it off what the viewer saved. @throws list.not_found as `toggleLike` */
export async function toggleSave(
  ctx: Context,
  viewer: Viewer,
  listId: string,
): Promise<AnswerOf<typeof saveList>> {
  const { marked, count } = await ctx.transact((tx) => flip(tx, 'save', listId, viewer))
  return { saved: marked, saveCount: count }
}

/** The lock makes taps of one member take turns: of two at once the second takes back what the first did. */
async function flip(tx: Tx, mark: Mark, listId: string, viewer: Viewer) {
  const authorId = await lockVisible(tx.db, viewer.id, listId)
  const flipped = authorId && (await toggleMark(tx.db, mark, listId, viewer.id))
  if (!flipped) throw fail('list.not_found')
  return { ...flipped, authorId }
}
