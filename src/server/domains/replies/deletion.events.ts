import type { Context } from '#server/context.ts'
import {
  deleteRepliesOf,
  deleteReplyLikesOf,
  lockRepliesOf,
  lockThreadsOf,
  uncountRepliesOf,
} from './deletion.queries.ts'

/** A deleted member's replies go or, where others' hang below, lose author and content. */
export function replyDeletionEvents(ctx: Context) {
  ctx.events.on('member.leaving', async (tx, { memberId }) => {
    await lockThreadsOf(tx.db, memberId)
    await lockRepliesOf(tx.db, memberId)
  })
  ctx.events.on('member.deleting', async (tx, { memberId }) => {
    await uncountRepliesOf(tx.db, memberId)
    await deleteRepliesOf(tx.db, memberId)
    await deleteReplyLikesOf(tx.db, memberId)
  })
}
