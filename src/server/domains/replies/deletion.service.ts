import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { removeMedia } from '#server/domains/media/media.service.ts'
import * as account from './deletion.queries.ts'
import * as queries from './replies.queries.ts'

/**
 * Deletes one's own reply: one that answers hang below leaves a placeholder without author
 * and content. With `logId` it must be of that log.
 */
export async function dropReply(ctx: Context, viewer: Viewer, id: string, logId?: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const thread = logId ?? (await queries.logOfReply(tx.db, id))
    if (!thread || !(await queries.lockThread(tx.db, thread))) throw fail('reply.not_found')
    const reply = await queries.findReply(tx.db, thread, id)
    if (!reply) throw fail('reply.not_found')
    if (reply.member_id !== viewer.id) throw fail('reply.not_yours')
    await queries.removeReply(tx.db, { id, rootId: reply.root_id, logId: thread })
    await removeMedia(ctx, tx, [reply.image])
    await tx.emit('reply.deleted', { replyId: id, logId: thread })
  })
}

/** The threads that a member's replies are part of, and the replies. */
export async function lockRepliesForDeletion(tx: Tx, memberId: string): Promise<void> {
  await account.lockThreadsOf(tx.db, memberId)
  await account.lockRepliesOf(tx.db, memberId)
}

/** A member's replies go or, where others' hang below, lose author and content. */
export async function deleteMemberReplies(tx: Tx, memberId: string): Promise<void> {
  await account.uncountRepliesOf(tx.db, memberId)
  await account.deleteRepliesOf(tx.db, memberId)
  await account.deleteReplyLikesOf(tx.db, memberId)
}
