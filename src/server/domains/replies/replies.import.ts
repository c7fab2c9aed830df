import type { Thread } from '#shared/api/replies.ts'
import type { Context, Tx } from '#server/context.ts'
import { importMarks, undoMarks, type GivenMark } from '#server/core/toggle.ts'
import { markGifUsed } from '#server/domains/gifs/gifs.service.ts'
import { claim, removeMedia } from '#server/domains/media/media.service.ts'
import * as queries from './replies.queries.ts'
import { likes } from './replies.service.ts'

/** A comment of an import, on a log or list that exists here. */
export interface ImportedReply {
  /** It keeps its id, so that answers and likes of the import can refer to it. */
  id: string
  thread: Thread
  /** The comment that it answers; when that does not exist here, it becomes a top-level comment. */
  parentId: string | null
  text: string
  spoilers: boolean
  gif: string | null
  at: Date
}

/** Imports comments in order without notifying anybody; answers the ids of those that did not exist. */
export async function importReplies(
  tx: Tx,
  memberId: string,
  replies: readonly ImportedReply[],
): Promise<Set<string>> {
  const added = new Set<string>()
  for (const { id, thread, parentId, text, spoilers, gif, at } of replies) {
    const held = await queries.lockThread(tx.db, thread, memberId)
    if (!held || (await queries.selectThreadOfReply(tx.db, id))) continue
    const parent = parentId ? await queries.selectReply(tx.db, memberId, thread, parentId) : undefined
    if (gif) await markGifUsed(tx, gif)
    await queries.insertReply(tx.db, thread, {
      id,
      member_id: memberId,
      parent_id: parent?.id ?? null,
      root_id: parent ? (parent.root_id ?? parent.id) : null,
      text,
      spoilers,
      gif,
      image: null,
      idempotency_key: null,
      request_hash: null,
      created_at: at,
    })
    added.add(id)
  }
  return added
}

/** Sets the stored picture of an imported comment. */
export async function showReplyPicture(tx: Tx, memberId: string, id: string, path: string): Promise<void> {
  await claim(tx, path, memberId, 'reply')
  await queries.updateImage(tx.db, id, path)
}

/** Deletes an imported comment that had only a picture, when the picture could not be imported. */
export async function undoEmptyReply(ctx: Context, tx: Tx, memberId: string, id: string): Promise<void> {
  if (await queries.isEmpty(tx.db, id)) await undoReplies(ctx, tx, memberId, [id])
}

/** Deletes comments of a member as the member would; answers how many were there. */
export async function undoReplies(
  ctx: Context,
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<number> {
  let removed = 0
  // Answers are deleted before what they answer, or placeholders would stay.
  for (const id of ids.toReversed()) {
    const thread = await queries.selectThreadOfReply(tx.db, id)
    if (!thread || !(await queries.lockThread(tx.db, thread))) continue
    const reply = await queries.selectReply(tx.db, memberId, thread, id)
    if (reply?.member_id !== memberId) continue
    await queries.deleteReply(tx.db, {
      id,
      rootId: reply.root_id,
      thread,
      isHidden: reply.hidden_at !== null,
    })
    await removeMedia(ctx, tx, [reply.image])
    await tx.emit('reply.deleted', { replyId: id })
    removed++
  }
  return removed
}

/**
 * Imports likes of comments without notifying anybody; answers the comments that exist here, and which likes are new.
 */
export const importReplyLikes = (tx: Tx, memberId: string, marks: readonly GivenMark[]) =>
  importMarks(tx.db, likes, memberId, marks, queries.givenReplies(memberId))

export const undoReplyLikes = (tx: Tx, memberId: string, moments: readonly Date[]): Promise<number> =>
  undoMarks(tx.db, likes, memberId, moments)
