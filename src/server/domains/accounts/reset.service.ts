import type { ParsedBody } from '#shared/api/endpoint.ts'
import type { requestResetCode, resetPassword, verifyResetCode } from '#shared/api/accounts.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { setEmailVerified, setPassword } from './accounts.queries.ts'
import { checkCode, requestCode, spendCode } from './codes.service.ts'
import { deleteDevices } from './devices.queries.ts'
import { rememberDevice, type Caller } from './devices.service.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.service.ts'

const minLength = 6

/** Answers alike whether or not username and e-mail belong together. */
export async function requestReset(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof requestResetCode>,
): Promise<{ ok: true }> {
  const username = given.username.trim().toLowerCase()
  const email = given.email.trim().toLowerCase()
  if (!username || !email) throw fail('auth.reset_fields')
  await requestCode(ctx, caller, { purpose: 'reset-password', email, username })
  return { ok: true }
}

export async function verifyReset(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof verifyResetCode>,
): Promise<{ ok: true }> {
  await checkCode(ctx, caller, 'reset-password', given)
  return { ok: true }
}

/**
 * Sets a new password and ends every session of the member; of the devices only this one stays known. Who could read the code owns the address, so it
 * counts as verified.
 */
export async function setNewPassword(
  ctx: Context,
  caller: Caller,
  given: ParsedBody<typeof resetPassword>,
): Promise<{ ok: true }> {
  const min = Math.max(minLength, ctx.config.passwordMinLength)
  if (given.newPassword.length < min)
    throw fail('auth.reset_password_short', {
      issues: [{ path: 'newPassword', message: `at least ${min} characters`, params: { min } }],
    })
  const proven = await checkCode(ctx, caller, 'reset-password', given)
  const passwordHash = await hashPassword(given.newPassword)
  const cookie = await ctx.transact(async (tx) => {
    await spendCode(tx, proven)
    await setPassword(tx.db, proven.memberId, passwordHash)
    await setEmailVerified(tx.db, proven.memberId, ctx.now())
    await endSessions(ctx, tx, proven.memberId)
    await deleteDevices(tx.db, proven.memberId)
    return rememberDevice(ctx, tx, proven.memberId, caller)
  })
  caller.setCookie(cookie)
  return { ok: true }
}
