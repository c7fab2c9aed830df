import { login, type register } from '#shared/api/accounts.ts'
import type { AnswerOf, BodyOf } from '#shared/api/endpoint.ts'
import { errorText, needTexts, translate, type TextKey } from '#web/i18n/index.ts'
import { ApiError, call, isRefusal } from '#web/lib/api.ts'

type Account = Pick<BodyOf<typeof register>, 'username' | 'email' | 'password'>

/**
 * Logs in to the account of a sign-up whose answer was lost, where the same is sent once more; null where it made none.
 * Whoever signs up could do so by hand: it tells nothing that a login does not, and counts as one. @throws what a login
 * without an answer throws
 */
export async function enterAccount(
  [failure, account]: readonly [Error, Account, ...unknown[]],
  { username, email, password }: Account,
): Promise<AnswerOf<typeof register> | null> {
  const isSame = account.username === username && account.email === email && account.password === password
  if (!isSame || !(failure instanceof ApiError) || failure.code !== 'offline') return null
  try {
    return await call(login, { body: { email, password } })
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Whoever has yet to be let in gets no session.
    return error.code === 'auth.pending' || error.code === 'auth.unverified' ? { pending: true } : null
  }
}

/** Why no account or no password was made; where an operator asks for a longer password, how long. */
export async function refusalText(error: unknown, fallback: TextKey): Promise<string> {
  await needTexts('steps')
  const isShort =
    error instanceof ApiError &&
    (error.code === 'auth.password_short' || error.code === 'auth.reset_password_short')
  const n = isShort ? Number(error.issues[0]?.params?.['min']) : 0
  return n > 0 ? translate('auth.reset.shortest', { n }) : errorText(error, fallback)
}
