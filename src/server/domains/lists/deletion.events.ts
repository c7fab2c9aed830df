import type { Context } from '#server/context.ts'
import { deleteListsOf, lockListsOf } from './deletion.queries.ts'
import { deleteMarksOf } from './list-marks.queries.ts'

/** A deleted member's lists go, and what they liked and saved of others'. */
export function listDeletionEvents(ctx: Context) {
  ctx.events.on('member.leaving', (tx, { memberId }) => lockListsOf(tx.db, memberId))
  ctx.events.on('member.deleting', async (tx, { memberId }) => {
    await deleteListsOf(tx.db, memberId)
    await deleteMarksOf(tx.db, 'like', memberId)
    await deleteMarksOf(tx.db, 'save', memberId)
  })
}
