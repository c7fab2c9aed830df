import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, line, text } from './fields.ts'
import { maxJoinReason, registrations } from './joining.ts'
import { ownProfile } from './members.ts'

/** As it was mailed. */
const code = line(300, 'auth.code_format').check(z.trim(), z.length(6, 'auth.code_format'))

/** The code of an invite, in any spelling. */
const invite = z.optional(line(100, 'auth.invite_invalid'))

/** A session: `token` is the bearer token, shown once; `user` is what the client stores under `user`. */
export const session = z.object({ user: ownProfile, token: z.string() })

export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/auth/check-username',
  access: 'guest',
  limit: 'auth.check',
  own: 'none',
  scope: 'none',
  errors: [],
  summary: 'Is a username free?',
  query: z.object({ username: line(100) }),
  answer: z.object({ available: z.boolean() }),
})

export const checkEmail = endpoint({
  method: 'GET',
  path: '/api/auth/check-email',
  access: 'guest',
  limit: 'auth.check',
  own: 'none',
  scope: 'none',
  errors: [],
  summary: 'Is an e-mail address free?',
  query: z.object({ email: line(300) }),
  answer: z.object({ available: z.boolean() }),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'guest',
  limit: 'auth.register',
  own: 'none',
  scope: 'none',
  errors: [
    'auth.registration_closed',
    'auth.avatar_required',
    'auth.username_invalid',
    'auth.username_taken',
    'auth.email_invalid',
    'auth.email_taken',
    'auth.password_short',
    'auth.invite_invalid',
    'auth.backlog_full',
    'auth.password_known',
  ],
  summary:
    'Create an account and its first session; a code is mailed to verify the address. Where an operator lets people in: without a session',
  body: z.object({
    /** What `POST /api/upload/signup-avatar` answered. Comes first: of several faults the first one is answered. */
    avatar: line(500, 'auth.avatar_required').check(z.minLength(1, 'auth.avatar_required')),
    username: line(100, 'auth.username_invalid'),
    email: line(300, 'auth.email_invalid'),
    password: line(200, 'auth.password_short'),
    locale: z.optional(z.enum(['en', 'ar', 'fr'])),
    /** Where joining takes one; with or without its dashes. */
    invite,
    /** Why one would like to join, where an operator decides. */
    reason: z.optional(text(maxJoinReason)),
  }),
  answer: z.union([session, z.object({ pending: z.literal(true) })]),
})

export const verifyEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email-code',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.code_format', 'auth.code_invalid'],
  summary: 'Verify an e-mail address with its 6-digit code',
  body: z.object({ email: line(300, 'auth.code_invalid'), code }),
  answer: done,
})

export const resendCode = endpoint({
  method: 'POST',
  path: '/api/auth/resend-code',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.email_invalid', 'auth.code_wait'],
  summary: 'Send the verification code again, at most once a minute',
  body: z.object({ email: line(300, 'auth.email_invalid') }),
  answer: done,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.login_failed', 'auth.suspended', 'auth.pending', 'auth.second_step'],
  summary:
    'Start a session. Of who has a second step `auth.second_step` asks for a code, and its issue’s `params.challenge` goes with it',
  body: z.object({
    email: line(300, 'auth.login_failed'),
    // There may be passwords with a tab from when those could be set.
    password: text(200, 'auth.login_failed'),
  }),
  answer: session,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'End this session',
  answer: done,
})

export const requestResetCode = endpoint({
  method: 'POST',
  path: '/api/auth/request-reset-code',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.reset_fields', 'auth.code_wait'],
  summary: 'Mail a password-reset code; answers alike whether or not the pair exists',
  body: z.object({
    username: line(100, 'auth.reset_fields'),
    email: line(300, 'auth.reset_fields'),
  }),
  answer: done,
})

export const verifyResetCode = endpoint({
  method: 'POST',
  path: '/api/auth/verify-reset-code',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.code_format', 'auth.code_invalid'],
  summary: 'Check a password-reset code without using it up',
  body: z.object({ email: line(300, 'auth.code_invalid'), code }),
  answer: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.code_format', 'auth.code_invalid', 'auth.reset_password_short', 'auth.password_known'],
  summary: 'Set a new password with a reset code; ends every session',
  body: z.object({
    email: line(300, 'auth.code_invalid'),
    code,
    newPassword: line(200, 'auth.reset_password_short'),
  }),
  answer: done,
})

export const getAuthSettings = endpoint({
  method: 'GET',
  path: '/api/auth/settings',
  access: 'guest',
  limit: 'guest.read',
  own: 'none',
  scope: 'none',
  errors: [],
  summary:
    'What guests need to know: who may join, and the client id of Google sign-in, or null where it is off',
  answer: z.object({
    googleClientId: z.nullable(z.string()),
    registration: z.enum(registrations),
  }),
})

export const googleLogin = endpoint({
  method: 'POST',
  path: '/api/auth/google',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: [
    'auth.google_failed',
    'auth.email_taken',
    'auth.registration_closed',
    'auth.suspended',
    'auth.invite_invalid',
    'auth.backlog_full',
    'auth.pending',
    'auth.second_step',
  ],
  summary:
    'Start a session with a Google ID token; links by verified e-mail address, or creates an account. A token serves once',
  body: z.object({
    credential: line(10_000, 'auth.google_failed'),
    locale: z.optional(z.enum(['en', 'ar', 'fr'])),
    /** For a new account, where joining takes one. */
    invite,
  }),
  answer: session,
})

/** One sign-in on one device. */
const sessionItem = z.object({
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
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'One’s sessions, the last used first (100 at most)',
  answer: z.array(sessionItem),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.session_not_found'],
  summary: 'End one of one’s sessions; its sockets are cut',
  params: z.object({ sessionId: id }),
  answer: done,
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'Sign out everywhere: ends all of one’s sessions, this one too',
  answer: done,
})

/** Of the link that the terminal shows while there is no operator. */
const operatorToken = line(100, 'auth.operator_link')

export const checkOperatorLink = endpoint({
  method: 'POST',
  path: '/api/auth/operator-link/check',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: ['auth.operator_link'],
  summary: 'Can the first operator still be made by this link?',
  body: z.object({ token: operatorToken }),
  answer: done,
})

export const createFirstOperator = endpoint({
  method: 'POST',
  path: '/api/auth/operator-link/register',
  access: 'guest',
  limit: 'guest.write',
  own: 'none',
  scope: 'none',
  errors: [
    'auth.operator_link',
    'auth.username_invalid',
    'auth.username_taken',
    'auth.email_invalid',
    'auth.email_taken',
    'auth.password_short',
    'auth.password_known',
  ],
  summary: 'Make the first operator, a new account whose address counts as proved, and its first session',
  body: z.object({
    token: operatorToken,
    username: line(100, 'auth.username_invalid'),
    email: line(300, 'auth.email_invalid'),
    password: line(200, 'auth.password_short'),
    locale: z.optional(z.enum(['en', 'ar', 'fr'])),
  }),
  answer: session,
})

export const becomeFirstOperator = endpoint({
  method: 'POST',
  path: '/api/auth/operator-link/accept',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.operator_link'],
  summary: 'Make oneself the first operator',
  body: z.object({ token: operatorToken }),
  answer: done,
})
