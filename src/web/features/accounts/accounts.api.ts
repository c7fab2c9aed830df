import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  getAuthSettings,
  checkEmail,
  checkUsername,
  googleLogin,
  login,
  logout,
  register,
  requestResetCode,
  resendCode,
  resetPassword,
  verifyEmailCode,
  verifyResetCode,
} from '#shared/api/accounts.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { uploadSignupAvatar } from '#shared/api/media.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { getLocale } from '#web/lib/preferences.ts'
import { clearSession, getToken, type SessionAnswer } from '#web/lib/session.ts'

/** Where the server cannot say whether a name is free there is no hint; it decides at sign-up anyway. */
export const usernameAvailabilityQuery = (username: string) =>
  queryOptions({
    queryKey: ['availability', 'username', username],
    queryFn: async ({ signal }) => (await call(checkUsername, { query: { username }, signal })).available,
    retry: false,
  })

export const emailAvailabilityQuery = (email: string) =>
  queryOptions({
    queryKey: ['availability', 'email', email],
    queryFn: async ({ signal }) => (await call(checkEmail, { query: { email }, signal })).available,
    retry: false,
  })

/** What a mutation was given is forgotten with its form: it holds a password. */
const secret = { gcTime: 0 } as const

export const loginMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'login'],
    mutationFn: (body: BodyOf<typeof login>) => call(login, { body }),
    ...secret,
  })

/** Who may join, and the client id of Google sign-in, null where that is off. */
export const authSettingsQuery = () =>
  queryOptions({
    queryKey: ['accounts', 'settings'],
    queryFn: ({ signal }) => call(getAuthSettings, { signal }),
  })

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
    ...secret,
  })

/** Gives the address of the stored picture. */
export const uploadSignupAvatarMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'signup-avatar'],
    mutationFn: async (avatar: Blob) => {
      const file = new File([avatar], 'avatar.jpg', { type: avatar.type })
      return (await call(uploadSignupAvatar, { files: { avatar: file } })).secure_url
    },
  })

/** The locale is the one of the page. */
export const createAccount = (account: Omit<BodyOf<typeof register>, 'locale'>) =>
  call(register, { body: { ...account, locale: getLocale() } })

export const verifyEmailMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'verify-email'],
    mutationFn: (body: BodyOf<typeof verifyEmailCode>) => call(verifyEmailCode, { body }),
  })

export const resendEmailCode = (email: string) => call(resendCode, { body: { email } })

export const sendResetCode = (body: BodyOf<typeof requestResetCode>) => call(requestResetCode, { body })

export const requestResetCodeMutation = () =>
  mutationOptions({ mutationKey: ['accounts', 'request-reset-code'], mutationFn: sendResetCode })

export const verifyResetCodeMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'verify-reset-code'],
    mutationFn: (body: BodyOf<typeof verifyResetCode>) => call(verifyResetCode, { body }),
  })

export const resetPasswordMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'reset-password'],
    mutationFn: (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body }),
    ...secret,
  })

/** After this a logout no longer waits for the server. */
const logoutTimeoutMs = 5000

/** Ends the session here and on the server. Without an answer of the server it is over here all the same. */
export const logoutMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'logout'],
    mutationFn: async () => {
      const token = getToken()
      // First here: the server closes the socket at once, and what then answers 401 must find no session.
      clearSession()
      if (token === null) return
      const headers = { Authorization: `Bearer ${token}` }
      await call(logout, { headers, signal: AbortSignal.timeout(logoutTimeoutMs) }).catch(() => undefined)
    },
  })
