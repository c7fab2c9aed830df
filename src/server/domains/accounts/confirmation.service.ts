import { minuteMs } from '#shared/durations.ts'
import type { Context, Tx } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { selectAccount } from './accounts.queries.ts'
import { isGuarded } from './second-step.queries.ts'
import { selectConfirmedAt } from './sessions.queries.ts'

const lifetimeMs = 10 * minuteMs

/** The viewer's account; pass a transaction to read it there. @throws auth.required when it is deleted */
export async function requireAccount({ db }: Pick<Tx, 'db'>, viewer: Viewer) {
  const account = await selectAccount(db, viewer.id)
  if (!account) throw fail('auth.required')
  return account
}

export type OwnAccount = Awaited<ReturnType<typeof requireAccount>>

/**
 * Until when a session that confirmed its member's identity at that time may do what needs it; null when that is
 * over.
 */
export function confirmedUntil(ctx: Context, confirmedAt: Date | null): Date | null {
  if (!confirmedAt) return null
  const until = new Date(confirmedAt.getTime() + lifetimeMs)
  const now = ctx.now().getTime()
  // A confirmation that is dated in the future came from a wrong clock and does not count.
  return until.getTime() > now && confirmedAt.getTime() <= now + minuteMs ? until : null
}

/**
 * For acts that could harm an account. @throws auth.step_up_required unless the session confirmed its member's
 * identity within ten minutes
 */
export async function requireConfirmed(ctx: Context, viewer: Viewer): Promise<void> {
  const confirmedAt = await selectConfirmedAt(ctx.db, viewer.sessionId)
  if (!confirmedUntil(ctx, confirmedAt)) throw fail('auth.step_up_required')
}

/**
 * For acts that need no confirmation by members who have neither a second step nor a passkey. @throws
 * auth.step_up_required
 */
export async function requireConfirmedWhereGuarded(ctx: Context, viewer: Viewer): Promise<void> {
  if (await isGuarded(ctx.db, viewer.id)) await requireConfirmed(ctx, viewer)
}
