// Apart from the calls of login and sign-up, whose screens do without these.
import {
  requestResetCode,
  resendCode,
  resetPassword,
  verifyEmailCode,
  verifyResetCode,
} from '#shared/api/accounts.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/lib/api.ts'

export const sendEmailCode = (body: BodyOf<typeof verifyEmailCode>) => call(verifyEmailCode, { body })

export const askForEmailCode = (email: string) => call(resendCode, { body: { email } })

export const askForResetCode = (body: BodyOf<typeof requestResetCode>) => call(requestResetCode, { body })

export const sendResetCode = (body: BodyOf<typeof verifyResetCode>) => call(verifyResetCode, { body })

export const sendNewPassword = (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body })
