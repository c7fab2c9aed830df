import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import { attempt } from './attempts.service.ts'
import type { Caller } from './devices.service.ts'
import { isRightPassword } from './passwords.ts'

/**
 * Checks the password; wrong ones count like tries to log in. @throws auth.password_wrong, also for members without a
 * password
 */
export async function provePassword(
  ctx: Context,
  caller: Caller,
  account: { email: string; password_hash: string | null },
  password = '',
): Promise<void> {
  const email = account.email.toLowerCase()
  const right = await attempt(ctx, caller, { kind: 'login', email }, async () =>
    (await isRightPassword(account.password_hash, password)) ? true : null,
  )
  if (!right) throw fail('auth.password_wrong')
}
