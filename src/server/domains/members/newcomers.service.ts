import { dayMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { lockNewcomer } from './newcomers.queries.ts'

/** How much of each an account does on its first day: enough for a person, little for who makes accounts to flood. */
const firstDay = { comments: 20, follows: 30, reports: 3 } as const

interface Counted {
  of: keyof typeof firstDay
  /** How many there are since a moment. */
  count: (since: Date) => Promise<number>
}

/**
 * How much more an account may do on its first day; without end behind it, and where the operator turned limits off. The
 * newcomer's row is held, so that of many calls at once none slips through.
 */
export async function roomOfNewcomer(
  ctx: Pick<Context, 'config' | 'now'>,
  tx: Tx,
  memberId: string,
  { of, count }: Counted,
): Promise<number> {
  if (!ctx.config.rateLimit) return Infinity
  const since = new Date(ctx.now().getTime() - dayMs)
  if (!(await lockNewcomer(tx.db, memberId, since))) return Infinity
  return Math.max(0, firstDay[of] - (await count(since)))
}

/**
 * Refuses what is too much for an account on its first day: ask before other rows are held, or when the newcomer's is held
 * already.
 * @throws member.new_account
 */
export async function refuseNewcomerFlood(
  ctx: Pick<Context, 'config' | 'now'>,
  tx: Tx,
  memberId: string,
  counted: Counted,
): Promise<void> {
  if ((await roomOfNewcomer(ctx, tx, memberId, counted)) === 0) throw fail('member.new_account')
}
