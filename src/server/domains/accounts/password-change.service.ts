import type { ParsedBody } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/security.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { done, type Viewer } from '#server/core/http.ts'
import { lockMember } from '#server/domains/members/members.service.ts'
import { lockPassword, updatePassword } from './accounts.queries.ts'
import { requireAccount, requireConfirmed } from './confirmation.service.ts'
import { deleteDevices } from './devices.queries.ts'
import { rememberDevice, type Caller } from './devices.service.ts'
import { sendNotice } from './notices.service.ts'
import { changedPassword, requireNewPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './password-proof.service.ts'
import { selectSecondStep } from './second-step.queries.ts'
import { endSessions } from './sessions.service.ts'

/**
 * Sets a new password, or the first one, and ends all other sessions; only this device stays known. The member proves
 * who they are by the old password; without one, or with a second step, they have to confirm in another way as well.
 */
export async function changePassword(
  ctx: Context,
  viewer: Viewer,
  caller: Caller,
  { currentPassword, newPassword }: ParsedBody<typeof api.changePassword>,
): Promise<typeof done> {
  requireNewPassword(ctx, newPassword, changedPassword)
  const account = await requireAccount(ctx, viewer)
  const before = account.password_hash
  const secondStep = await selectSecondStep(ctx.db, viewer.id)
  if (before === null || secondStep?.confirmed_at) await requireConfirmed(ctx, viewer)
  if (before !== null) await provePassword(ctx, caller, account, currentPassword)
  const passwordHash = await hashPassword(newPassword)
  const { cookie } = await ctx.transact(async (tx) => {
    await lockMember(tx.db, viewer.id)
    if (before !== null && !(await lockPassword(tx.db, viewer.id, before))) throw fail('auth.password_wrong')
    await updatePassword(tx.db, viewer.id, passwordHash)
    await endSessions(ctx, tx, viewer.id, { but: viewer.sessionId })
    await deleteDevices(tx.db, viewer.id)
    await sendNotice(tx, viewer.id, 'password-changed')
    return rememberDevice(ctx, tx, viewer.id, caller)
  })
  caller.setCookie(cookie)
  return done
}
