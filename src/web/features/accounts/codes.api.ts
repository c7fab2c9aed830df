import { mutationOptions } from '@tanstack/react-query'
import {
  requestResetCode,
  resendCode,
  resetPassword,
  verifyEmailCode,
  verifyResetCode,
} from '#shared/api/accounts.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { ApiError, call } from '#web/lib/api.ts'

export const verifyEmailMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'verify-email'],
    mutationFn: (body: BodyOf<typeof verifyEmailCode>) => call(verifyEmailCode, { body }),
  })

export const resendEmailCode = (email: string) => call(resendCode, { body: { email } })

export const sendResetCode = (body: BodyOf<typeof requestResetCode>) => call(requestResetCode, { body })

/** The first step of a reset. Where a code was sent a moment ago, as by a call whose answer was lost, that one is it. */
export const requestResetCodeMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'request-reset-code'],
    mutationFn: (body: BodyOf<typeof requestResetCode>) =>
      sendResetCode(body).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'auth.code_wait')) throw error
      }),
  })

export const verifyResetCodeMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'verify-reset-code'],
    mutationFn: (body: BodyOf<typeof verifyResetCode>) => call(verifyResetCode, { body }),
  })

export const resetPasswordMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'reset-password'],
    mutationFn: (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body }),
    // It is given a password.
    gcTime: 0,
  })
