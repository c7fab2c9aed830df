import { authSettings, googleLogin } from '#shared/api/accounts.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { getLocale } from '#web/lib/preferences.ts'
import type { SessionAnswer } from '#web/lib/session.ts'

/** Null where sign-in by Google is off. */
export const askGoogleClientId = async () => (await call(authSettings)).googleClientId

/**
 * The locale is for a new account's mails. An answer without token or user is a refusal (specification 1,
 * section 5).
 */
export async function sendCredential(credential: string): Promise<SessionAnswer> {
  const answer: Partial<SessionAnswer> = await call(googleLogin, {
    body: { credential, locale: getLocale() },
  })
  const { token, user } = answer
  if (!token || !user) throw new ApiError(200, 'auth.google_failed', '')
  return { token, user }
}
