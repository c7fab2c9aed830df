import type { Context } from '#server/context.ts'
import { deleteListLikesOf, deleteListsOf, lockListsOf } from './deletion.queries.ts'

/** A deleted member's lists go, and their likes of others' lists. */
export function listDeletionEvents(ctx: Context) {
  ctx.events.on('member.leaving', (tx, { memberId }) => lockListsOf(tx.db, memberId))
  ctx.events.on('member.deleting', async (tx, { memberId }) => {
    await deleteListsOf(tx.db, memberId)
    await deleteListLikesOf(tx.db, memberId)
  })
}
