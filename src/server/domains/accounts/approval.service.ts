import type * as api from '#shared/api/joining.ts'
import { pickLocale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { ownUrl } from '#server/config.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { pageOf, type Listed, type PageQuery } from '#server/core/keyset.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { letIn, lockPending, selectPending } from './approval.queries.ts'

const pageSize = 50

/** Who waits to be let in, the newest first. */
export async function listPendingMembers(
  ctx: Pick<Context, 'db'>,
  query: PageQuery,
): Promise<Listed<api.PendingMember>> {
  const { items, next } = await selectPending(ctx.db, pageOf(query, pageSize))
  return {
    next,
    items: items.map((row) => ({
      _id: row.id,
      username: row.username,
      avatar: row.avatar,
      email: row.email,
      emailVerified: row.verified,
      reason: row.reason,
      since: row.since.toISOString(),
    })),
  }
}

/** Lets somebody in who waits, and tells them by mail; answers whether that is new. @throws member.not_found */
export function approveMember(
  ctx: Pick<Context, 'transact' | 'now' | 'config'>,
  by: Operator,
  id: string,
): Promise<{ username: string; changed: boolean }> {
  return ctx.transact(async (tx) => {
    const member = await lockPending(tx.db, id)
    if (!member) throw fail('member.not_found')
    const { username, pending } = member
    if (pending) {
      await letIn(tx.db, id)
      await noteAct(tx.db, ctx.now(), by, 'user.approve', { memberId: id })
      await mailDecision(tx, member, 'let-in', ownUrl(ctx.config) + paths.login())
    }
    return { username, changed: pending }
  })
}

/**
 * Locks a member who waits for approval, for a caller that deletes the account in the same transaction.
 * @throws member.not_found; member.not_pending for one who is approved already
 */
export async function requirePending(tx: Tx, id: string) {
  const member = await lockPending(tx.db, id)
  if (!member) throw fail('member.not_found')
  if (!member.pending) throw fail('member.not_pending')
  return member
}

/** Tells people by mail what an operator decided about them. */
export async function mailDecision(
  tx: Tx,
  { email, locale }: { email: string; locale: string },
  template: 'let-in' | 'not-let-in',
  about = '',
): Promise<void> {
  await tx.addJob('mail.send', { to: email, template, locale: pickLocale([locale]), code: '', about })
}
