import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { countWaiting } from './approval.queries.ts'
import type { Caller } from './devices.service.ts'
import { useInvite } from './invites.queries.ts'
import { hashInvite } from './invites.service.ts'

/** How many may wait for approval with a verified address, since an operator reads about each of them. */
const maxWaiting = 20

/** What people who would like to join say besides who they are. */
interface Request {
  invite?: string | undefined
  reason?: string | undefined
}

/**
 * Checks whether somebody new may join under the operator's setting; called by every way that makes an account, in
 * its transaction. Answers since when the new member waits for approval, or null for one who is in at once.
 * @throws auth.registration_closed, auth.invite_invalid, auth.backlog_full
 */
export async function admit(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  { invite = '', reason = '' }: Request,
): Promise<{ since: Date; reason: string | null } | null> {
  switch (ctx.config.registration) {
    case 'open':
      return null
    case 'approval':
      if ((await countWaiting(tx.db)) >= maxWaiting) throw fail('auth.backlog_full')
      return { since: ctx.now(), reason: reason.trim() || null }
    case 'invite':
      // Counted first, so that tries at once cannot share one, and given back to whoever was right.
      await ctx.limits.use('auth.invite', caller.address)
      if (!(await useInvite(tx.db, hashInvite(invite), ctx.now()))) throw fail('auth.invite_invalid')
      await ctx.limits.refund('auth.invite', caller.address)
      return null
    case 'closed':
      throw fail('auth.registration_closed')
  }
}
