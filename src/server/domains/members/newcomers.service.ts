import { dayMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { lockNewcomer } from './newcomers.queries.ts'

/** How often a new account may do each on its first day: enough for a person, too little for flooding. */
const firstDay = { comments: 20, follows: 30, reports: 3 } as const

/**
 * Refuses what is too much for an account on its first day, unless the operator turned limits off. The newcomer's row
 * is locked, so that of many calls at once none slips through; so call this before locking other rows, or when the
 * row is locked already. `count` answers how many there were since a moment. Answers whether the account is new.
 * @throws member.new_account with the seconds until the account is a day old
 */
export async function refuseNewcomerFlood(
  ctx: Pick<Context, 'config' | 'now'>,
  tx: Tx,
  memberId: string,
  { of, count }: { of: keyof typeof firstDay; count: (since: Date) => Promise<number> },
): Promise<boolean> {
  if (!ctx.config.rateLimit) return false
  const since = new Date(ctx.now().getTime() - dayMs)
  const joined = await lockNewcomer(tx.db, memberId, since)
  if (!joined) return false
  if ((await count(since)) >= firstDay[of])
    throw fail('member.new_account', { retryAfter: (joined.getTime() - since.getTime()) / 1000 })
  return true
}
