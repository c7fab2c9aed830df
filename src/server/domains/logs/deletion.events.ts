import type { Context } from '#server/context.ts'
import { removeMedia } from '#server/domains/media/media.service.ts'
import { deleteLogLikesOf, deleteLogsOf, lockLogsOf, replyPicturesBelow } from './deletion.queries.ts'

/** A deleted member's logs go with all that hangs below them, and their likes of others' logs. */
export function logDeletionEvents(ctx: Context) {
  ctx.events.on('member.leaving', (tx, { memberId }) => lockLogsOf(tx.db, memberId))
  ctx.events.on('member.deleting', async (tx, { memberId }) => {
    await removeMedia(ctx, tx, await replyPicturesBelow(tx.db, memberId))
    await deleteLogsOf(tx.db, memberId)
    await deleteLogLikesOf(tx.db, memberId)
  })
}
