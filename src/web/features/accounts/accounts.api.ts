import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  checkEmail,
  checkUsername,
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
import { call } from '#web/lib/api.ts'

/** A hint that is a minute old may be wrong; the server decides at sign-up anyway. */
const hintAge = 30_000

export const usernameAvailabilityQuery = (username: string) =>
  queryOptions({
    queryKey: ['accounts', 'username', username],
    queryFn: ({ signal }) => call(checkUsername, { query: { username }, signal }),
    staleTime: hintAge,
    retry: false,
  })

export const emailAvailabilityQuery = (email: string) =>
  queryOptions({
    queryKey: ['accounts', 'email', email],
    queryFn: ({ signal }) => call(checkEmail, { query: { email }, signal }),
    staleTime: hintAge,
    retry: false,
  })

export const loginMutation = () =>
  mutationOptions({ mutationFn: (body: BodyOf<typeof login>) => call(login, { body }) })

/** Milliseconds after which a logout no longer waits for the server. */
const logoutPatience = 5000

/** Ends the session of a token that the client has already forgotten. */
export const logoutMutation = () =>
  mutationOptions({
    mutationFn: (token: string) =>
      call(logout, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(logoutPatience),
      }),
  })

export const uploadAvatarMutation = () =>
  mutationOptions({
    mutationFn: async (avatar: Blob) => {
      const { secure_url } = await call(uploadSignupAvatar, {
        files: { avatar: new File([avatar], 'avatar.jpg', { type: avatar.type }) },
      })
      return secure_url
    },
  })

export const registerMutation = () =>
  mutationOptions({ mutationFn: (body: BodyOf<typeof register>) => call(register, { body }) })

export const verifyEmailMutation = () =>
  mutationOptions({ mutationFn: (body: BodyOf<typeof verifyEmailCode>) => call(verifyEmailCode, { body }) })

export const resendCodeMutation = () =>
  mutationOptions({ mutationFn: (email: string) => call(resendCode, { body: { email } }) })

export const requestResetMutation = () =>
  mutationOptions({
    mutationFn: (body: BodyOf<typeof requestResetCode>) => call(requestResetCode, { body }),
  })

export const verifyResetMutation = () =>
  mutationOptions({ mutationFn: (body: BodyOf<typeof verifyResetCode>) => call(verifyResetCode, { body }) })

export const resetPasswordMutation = () =>
  mutationOptions({ mutationFn: (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body }) })
