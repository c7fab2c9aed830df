import { minuteMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { selectAccount, selectConfirmedAt } from './accounts.queries.ts'
import { isGuarded } from './second-step.queries.ts'

const lifetime = 10 * minuteMs

/** The viewer's own account, as a transaction sees it where one is given. @throws auth.required where it is deleted */
export async function requireAccount({ db }: Pick<Tx, 'db'>, viewer: Viewer) {
  const account = await selectAccount(db, viewer.id)
  if (!account) throw fail('auth.required')
  return account
}

export type OwnAccount = Awaited<ReturnType<typeof requireAccount>>

/** Until when a session that proved at that moment who it is may do what needs it; null where that is over. */
export function confirmedUntil(ctx: Context, confirmedAt: Date | null): Date | null {
  if (!confirmedAt) return null
  const until = new Date(confirmedAt.getTime() + lifetime)
  const now = ctx.now().getTime()
  // One that was dated by a clock ahead counts for nothing.
  return until.getTime() > now && confirmedAt.getTime() <= now + minuteMs ? until : null
}

/** For acts that harm an account. @throws auth.step_up_required unless this session proved who it is within ten minutes */
export async function requireConfirmed(ctx: Context, viewer: Viewer): Promise<void> {
  const confirmedAt = await selectConfirmedAt(ctx.db, viewer.sessionId)
  if (!confirmedUntil(ctx, confirmedAt)) throw fail('auth.step_up_required')
}

/**
 * For acts that a session alone was always enough for: asks nothing of who has neither a second step nor a passkey.
 * @throws auth.step_up_required
 */
export async function requireConfirmedWhereGuarded(ctx: Context, viewer: Viewer): Promise<void> {
  if (await isGuarded(ctx.db, viewer.id)) await requireConfirmed(ctx, viewer)
}
