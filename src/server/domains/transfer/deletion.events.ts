import type { Context } from '#server/context.ts'
import { deleteRuns } from './import-run.service.ts'
import { deleteImportsOf } from './imports.queries.ts'

/** A deleted member's imports go before what they made: each of their rows names a log or a list. */
export function importDeletionEvents(ctx: Context) {
  ctx.events.on('member.deleting', async (tx, { memberId }) => {
    await deleteRuns(tx, memberId)
    await deleteImportsOf(tx.db, memberId)
  })
}
