import type { AnswerOf, ParsedBody } from '#shared/api/endpoint.ts'
import type { Proof } from '#shared/api/security.ts'
import type * as api from '#shared/api/security.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { confirmSession, findConfirmedAt } from './accounts.queries.ts'

const lifetime = 10 * 60_000

/** Until when a session that proved at that moment who it is may do what needs it; null where that is over. */
export function confirmedUntil(ctx: Context, confirmedAt: Date | null): Date | null {
  if (!confirmedAt) return null
  const until = new Date(confirmedAt.getTime() + lifetime)
  const now = ctx.now().getTime()
  // One that was dated by a clock ahead counts for nothing.
  return until.getTime() > now && confirmedAt.getTime() <= now + 60_000 ? until : null
}

/** For acts that harm an account. @throws auth.step_up_required unless this session proved who it is within ten minutes */
export async function requireConfirmed(ctx: Context, viewer: Viewer): Promise<void> {
  const confirmedAt = await findConfirmedAt(ctx.db, viewer.sessionId)
  if (!confirmedUntil(ctx, confirmedAt)) throw fail('auth.step_up_required')
}
