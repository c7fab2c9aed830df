import { mutationOptions } from '@tanstack/react-query'
import { googleLogin } from '#shared/api/accounts.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { getLocale } from '#web/lib/preferences.ts'
import type { SessionAnswer } from '#web/lib/session.ts'

export const googleLoginMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'google-login'],
    mutationFn: async (given: Pick<BodyOf<typeof googleLogin>, 'credential' | 'invite'>) => {
      // The locale is for a new account's mails.
      const answer: Partial<SessionAnswer> = await call(googleLogin, {
        body: { ...given, locale: getLocale() },
      })
      const { token, user } = answer
      if (!token || !user) throw new ApiError(200, 'auth.google_failed', '')
      return { token, user }
    },
    // It is given a credential.
    gcTime: 0,
  })
