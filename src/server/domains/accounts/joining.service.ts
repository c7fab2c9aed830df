import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Caller } from './devices.service.ts'
import { takeInvite } from './invites.queries.ts'
import { hashInvite } from './invites.service.ts'

/** What people who would like to join say besides who they are. */
interface Request {
  invite?: string | undefined
}

/**
 * Whether somebody new may join, as the operator set it: asked by every way that makes an account by itself, in its
 * transaction. @throws auth.registration_closed, auth.invite_invalid
 */
export async function admit(ctx: Context, tx: Tx, caller: Caller, { invite = '' }: Request): Promise<void> {
  switch (ctx.config.registration) {
    case 'open':
      return
    case 'closed':
      throw fail('auth.registration_closed')
    case 'invite':
      // Counted first, so that tries at once cannot share one, and given back to whoever was right.
      await ctx.limits.use('auth.invite', caller.address)
      if (!(await takeInvite(tx.db, hashInvite(invite), ctx.now()))) throw fail('auth.invite_invalid')
      await ctx.limits.refund('auth.invite', caller.address)
  }
}
