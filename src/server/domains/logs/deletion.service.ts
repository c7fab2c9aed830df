import type { Context, Tx } from '#server/context.ts'
import { removeMedia } from '#server/domains/media/media.service.ts'
import { deleteLogLikesOf, deleteLogsOf, lockLogsOf, replyPicturesBelow } from './deletion.queries.ts'

export const lockLogsForDeletion = (tx: Tx, memberId: string): Promise<void> => lockLogsOf(tx.db, memberId)

/** Deletes a member's logs with all that hangs below them, and their likes of others' logs. */
export async function deleteMemberLogs(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await removeMedia(ctx, tx, await replyPicturesBelow(tx.db, memberId))
  await deleteLogsOf(tx.db, memberId)
  await deleteLogLikesOf(tx.db, memberId)
}
