import { sql } from 'kysely'
import type { Context, Tx } from '#server/context.ts'
import { done, type Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { allowTime } from '#server/db/statement-time.ts'
import { mailDecision, requirePending } from '#server/domains/accounts/approval.service.ts'
import { forgetAddress } from '#server/domains/accounts/codes.service.ts'
import { endSessions } from '#server/domains/accounts/sessions.service.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { deleteMemberLists, lockListsForDeletion } from '#server/domains/lists/lists.service.ts'
import { deleteMemberLogs, lockLogsForDeletion } from '#server/domains/logs/logs.service.ts'
import { forgetReported } from '#server/domains/moderation/appeals.service.ts'
import { removeMemberMedia } from '#server/domains/media/media.service.ts'
import { deleteMember, lockMemberForDeletion } from '#server/domains/members/members.service.ts'
import { deleteMemberReplies, lockRepliesForDeletion } from '#server/domains/replies/replies.service.ts'
import { forgetScheduledExports } from '#server/domains/transfer/export/scheduled-export.service.ts'
import { deleteMemberImports } from '#server/domains/transfer/running/run.service.ts'

/** The key of the advisory lock; any number that no other advisory lock of Scene has. */
const deletions = 7_304_001

/** Longer than the usual limit of a statement, as a member with a large audience leaves behind many rows. */
const timeLimit = '5min'

/**
 * Deletes one's own account: every row and file of it, and its sessions. What others see is set right in the same
 * transaction; their threads keep a placeholder where replies hang below (docs/decisions/009-account-deletion.md).
 * What only refers to the member (shelves, posters, notifications, codes, devices) goes with the member's row.
 */
export async function deleteAccount(ctx: Context, viewer: Pick<Viewer, 'id'>): Promise<typeof done> {
  await ctx.transact(async (tx) => {
    await queueDeletion(tx.db)
    await deleteAll(ctx, tx, viewer.id)
  })
  return done
}

/**
 * Refuses somebody who waits to be let in: their account is deleted, and a mail tells them where the operator wants that.
 * @throws member.not_found, member.not_pending
 */
export function refuseMember(
  ctx: Context,
  by: Operator,
  id: string,
  { mail }: { mail: boolean },
): Promise<{ username: string }> {
  return ctx.transact(async (tx) => {
    await queueDeletion(tx.db)
    const member = await requirePending(tx, id)
    await deleteAll(ctx, tx, id)
    await noteAct(tx.db, ctx.now(), by, 'user.refuse', {})
    if (mail) await mailDecision(tx, member, 'not-let-in')
    return { username: member.username }
  })
}

async function deleteAll(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  // The order of locks: somebody who acts on a log, list or reply holds that and then waits for the member's row, to
  // notify them, so those come before the member. Whoever writes the member's logs waits for their diary, which is
  // locked first of all.
  await lockLogsForDeletion(tx, memberId)
  await lockRepliesForDeletion(tx, memberId)
  await lockListsForDeletion(tx, memberId)
  const { email, username } = await lockMemberForDeletion(tx, memberId)
  await endSessions(ctx, tx, memberId)
  // Imports go before logs and lists, which their rows refer to.
  await deleteMemberImports(tx, memberId)
  await deleteMemberLogs(ctx, tx, memberId)
  await deleteMemberReplies(tx, memberId)
  await deleteMemberLists(ctx, tx, memberId)
  await forgetAddress(tx, { email, username })
  await removeMemberMedia(ctx, tx, memberId)
  await forgetReported(tx.db, memberId)
  await deleteMember(tx, memberId)
  await forgetScheduledExports(ctx, tx, memberId)
}

/**
 * Lets deletions run one after another on all instances: two members who like and follow each other would otherwise
 * wait for each other's rows.
 */
async function queueDeletion(db: Db): Promise<void> {
  await allowTime(db, timeLimit)
  await sql`select pg_advisory_xact_lock(${sql.lit(deletions)})`.execute(db)
}
