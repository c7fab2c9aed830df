import * as z from 'zod/mini'
import { maxTokenName, tokenLifetimes, tokenScopes } from '../token-scopes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, line } from './fields.ts'

const tokenName = line(maxTokenName).check(z.trim(), z.minLength(1))

const personalToken = z.object({
  id,
  name: z.string(),
  /** Its first characters, by which one knows it again. */
  start: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  /** Then it is over; it is listed for 30 days more. */
  expiresAt: z.string(),
  /** To the hour. */
  usedAt: z.nullable(z.string()),
})
export type PersonalToken = z.output<typeof personalToken>

export const getCaller = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'any',
  errors: [],
  summary: 'Who calls, and what their token may do: null for that of a session, which may do everything',
  answer: z.object({
    _id: id,
    username: z.string(),
    scopes: z.nullable(z.array(z.enum(tokenScopes))),
  }),
})

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'One’s personal tokens, the newest first (20 that are valid at most)',
  answer: z.array(personalToken),
})

export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['auth.step_up_required', 'token.full'],
  summary:
    'Make a personal token for a program of one’s own. It is answered once: only a hash of it is kept. A mail tells of it',
  body: z.object({
    name: tokenName,
    scopes: z.array(z.enum(tokenScopes)).check(
      z.minLength(1),
      z.maxLength(tokenScopes.length),
      z.refine((scopes) => new Set(scopes).size === scopes.length, 'each scope once'),
    ),
    /** Days; 90 without. */
    expiresInDays: z.optional(z.literal(tokenLifetimes)),
  }),
  answer: z.object({ token: z.string(), item: personalToken }),
})

export const renameToken = endpoint({
  method: 'PATCH',
  path: '/api/tokens/:tokenId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['token.not_found'],
  summary: 'Name one of one’s personal tokens',
  params: z.object({ tokenId: id }),
  body: z.object({ name: tokenName }),
  answer: personalToken,
})

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/:tokenId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['token.not_found'],
  summary: 'Revoke one of one’s personal tokens; its sockets are cut',
  params: z.object({ tokenId: id }),
  answer: done,
})
