import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, picture } from './fields.ts'
import { ownProfile } from './members.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/** A session: `token` is the bearer token, shown once; `user` is what the client stores under `user`. */
export const session = z.object({ user: ownProfile, token: z.string() })

export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/auth/check-username',
  access: 'guest',
  summary: 'Is a username free?',
  query: z.object({ username: text(100) }),
  answer: z.object({ available: z.boolean() }),
})

export const checkEmail = endpoint({
  method: 'GET',
  path: '/api/auth/check-email',
  access: 'guest',
  summary: 'Is an e-mail address free?',
  query: z.object({ email: text(300) }),
  answer: z.object({ available: z.boolean() }),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'guest',
  summary: 'Create an account and its first session; a code is mailed to verify the address',
  body: z.object({
    username: text(100),
    email: text(300),
    password: text(200),
    /** What `POST /api/upload/signup-avatar` answered. */
    avatar: z.optional(z.nullable(z.union([picture, z.literal('')]))),
    locale: z.optional(z.enum(['en', 'ar', 'fr'])),
  }),
  answer: session,
})

export const verifyEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email-code',
  access: 'guest',
  summary: 'Verify an e-mail address with its 6-digit code',
  body: z.object({ email: text(300), code: text(20) }),
  answer: done,
})

export const resendCode = endpoint({
  method: 'POST',
  path: '/api/auth/resend-code',
  access: 'guest',
  summary: 'Send the verification code again, at most once a minute',
  body: z.object({ email: text(300) }),
  answer: done,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'guest',
  summary: 'Start a session',
  body: z.object({ email: text(300), password: text(200) }),
  answer: session,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'member',
  summary: 'End this session',
  answer: done,
})

export const requestResetCode = endpoint({
  method: 'POST',
  path: '/api/auth/request-reset-code',
  access: 'guest',
  summary: 'Mail a password-reset code; answers alike whether or not the pair exists',
  body: z.object({ username: text(100), email: text(300) }),
  answer: done,
})

export const verifyResetCode = endpoint({
  method: 'POST',
  path: '/api/auth/verify-reset-code',
  access: 'guest',
  summary: 'Check a password-reset code without using it up',
  body: z.object({ email: text(300), code: text(20) }),
  answer: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'guest',
  summary: 'Set a new password with a reset code; ends every session',
  body: z.object({ email: text(300), code: text(20), newPassword: text(200) }),
  answer: done,
})

export const authSettings = endpoint({
  method: 'GET',
  path: '/api/auth/settings',
  access: 'guest',
  summary: 'What the login screen needs to know: the client id of Google sign-in, or null where it is off',
  answer: z.object({ googleClientId: z.nullable(z.string()) }),
})

export const googleLogin = endpoint({
  method: 'POST',
  path: '/api/auth/google',
  access: 'guest',
  summary:
    'Start a session with a Google ID token; links by verified e-mail address, or creates an account. A token serves once',
  body: z.object({ credential: text(10_000), locale: z.optional(z.enum(['en', 'ar', 'fr'])) }),
  answer: session,
})

/** One sign-in on one device. */
export const sessionItem = z.object({
  _id: id,
  userAgent: z.nullable(z.string()),
  createdAt: z.string(),
  /** To the hour. */
  usedAt: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type SessionItem = z.output<typeof sessionItem>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'member',
  summary: 'One’s sessions, the last used first (100 at most)',
  answer: z.array(sessionItem),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  access: 'member',
  summary: 'End one of one’s sessions; its sockets are cut',
  params: z.object({ sessionId: id }),
  answer: done,
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'member',
  summary: 'Sign out everywhere: ends all of one’s sessions, this one too',
  answer: done,
})
