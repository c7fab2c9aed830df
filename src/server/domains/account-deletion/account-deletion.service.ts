import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { done, type Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { forgetAddress } from '#server/domains/accounts/codes.service.ts'
import { endSessions } from '#server/domains/accounts/sessions.service.ts'
import { deleteMemberLists, lockListsForDeletion } from '#server/domains/lists/lists.service.ts'
import { deleteMemberLogs, lockLogsForDeletion } from '#server/domains/logs/logs.service.ts'
import { removeMemberMedia } from '#server/domains/media/media.service.ts'
import { deleteMember, lockMemberForDeletion } from '#server/domains/members/members.service.ts'
import { deleteMemberReplies, lockRepliesForDeletion } from '#server/domains/replies/replies.service.ts'
import { deleteScheduledExports } from '#server/domains/transfer/export/scheduled-export.service.ts'
import { deleteMemberImports } from '#server/domains/transfer/running/run.service.ts'

/** Any number; that of no other advisory lock of Scene. */
const deletions = 7_304_001

/** Longer than other statements get: what a famous member leaves behind is much. */
const timeout = '5min'

/**
 * Deletes one's own account: every row and file of it, and its sessions. What others see is set right in the same
 * transaction; their threads keep a placeholder where replies hang below (docs/decisions/009-account-deletion.md).
 * What only refers to the member (shelves, posters, notifications, codes, devices) goes with the member's row.
 */
export async function deleteAccount(ctx: Context, viewer: Pick<Viewer, 'id'>): Promise<typeof done> {
  const memberId = viewer.id
  await ctx.transact(async (tx) => {
    await queueDeletion(tx.db)
    // Before the member: whoever acts on one of these holds it and then waits for the member's row, to notify.
    await lockLogsForDeletion(tx, memberId)
    await lockRepliesForDeletion(tx, memberId)
    await lockListsForDeletion(tx, memberId)
    const { email, username } = await lockMemberForDeletion(tx, memberId)
    await endSessions(ctx, tx, memberId)
    // Before what they made: each row of an import names a log or a list.
    await deleteMemberImports(tx, memberId)
    await deleteMemberLogs(ctx, tx, memberId)
    await deleteMemberReplies(tx, memberId)
    await deleteMemberLists(tx, memberId)
    await forgetAddress(tx, { email, username })
    await removeMemberMedia(ctx, tx, memberId)
    await deleteMember(tx, memberId)
    tx.afterCommit(() => deleteScheduledExports(ctx, memberId))
  })
  return done
}

/**
 * One deletion after another, on all instances: two members who like and follow each other would otherwise
 * wait for each other's rows.
 */
async function queueDeletion(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(db)
  await sql`select pg_advisory_xact_lock(${sql.lit(deletions)})`.execute(db)
}
