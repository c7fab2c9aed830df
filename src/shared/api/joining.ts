import * as z from 'zod/mini'
import { faultOf, maxRefusalLength, refusalKinds } from '../sign-up-refusals.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { done, id, line, memberRef, page } from './fields.ts'

/** Who may make an account: everybody, whom an operator lets in, who has an invite, nobody. */
export const registrations = ['open', 'approval', 'invite', 'closed'] as const
export type Registration = (typeof registrations)[number]

/** Of the words in which people say why they would like to join. */
export const maxJoinReason = 500

export const maxInviteUses = 1000
export const maxInviteDays = 365
export const maxInviteNote = 200

const whole = (max: number) => z.number().check(z.int(), z.minimum(1), z.maximum(max))

const inviteItem = z.object({
  _id: id,
  note: z.string(),
  uses: z.number(),
  maxUses: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Why nobody can join by it any more; null while somebody can. */
  ended: z.nullable(z.enum(['revoked', 'expired', 'used-up'])),
})
export type InviteItem = z.output<typeof inviteItem>

export const listInvites = endpoint({
  method: 'GET',
  path: '/api/admin/invites',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'Invites, the newest first (50 without `limit`); those that ended are kept for 90 days',
  query: page,
  answer: z.array(inviteItem),
})

export const createInvite = endpoint({
  method: 'POST',
  path: '/api/admin/invites',
  access: 'operator',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'Make an invite; its code is told this once. A call that is repeated makes another one',
  body: z.object({
    uses: z.optional(whole(maxInviteUses)),
    days: z.optional(whole(maxInviteDays)),
    note: z.optional(line(maxInviteNote)),
  }),
  answer: z.object({ invite: inviteItem, code: z.string(), link: z.string() }),
})
export type NewInvite = AnswerOf<typeof createInvite>

export const revokeInvite = endpoint({
  method: 'DELETE',
  path: '/api/admin/invites/:inviteId',
  access: 'operator',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['invite.not_found'],
  summary: 'Let nobody join by an invite any more; answers alike when it was revoked before',
  params: z.object({ inviteId: id }),
  answer: done,
})

/** Somebody who waits for an operator to let them in. */
const pendingMember = z.object({
  _id: id,
  username: z.string(),
  /** Drawn or uploaded. */
  avatar: z.nullable(z.string()),
  email: z.string(),
  /** Only who proved the address is told to wait; before, there is nothing to decide yet. */
  emailVerified: z.boolean(),
  reason: z.nullable(z.string()),
  since: z.string(),
})
export type PendingMember = z.output<typeof pendingMember>

export const listPendingMembers = endpoint({
  method: 'GET',
  path: '/api/admin/pending',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'Who waits to be let in, the newest first (50 without `limit`)',
  query: page,
  answer: z.array(pendingMember),
})

export const approveMember = endpoint({
  method: 'POST',
  path: '/api/admin/pending/:memberId/approve',
  access: 'operator',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['member.not_found'],
  summary: 'Let somebody in who waits; they are told by mail. Answers alike when they are in already',
  params: z.object({ memberId: id }),
  answer: done,
})

export const refuseMember = endpoint({
  method: 'POST',
  path: '/api/admin/pending/:memberId/refuse',
  access: 'operator',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: ['member.not_found', 'member.not_pending'],
  summary:
    'Delete the account of somebody who waits to be let in; they are told by mail where `mail` says so',
  params: z.object({ memberId: id }),
  body: z.object({ mail: z.optional(z.boolean()) }),
  answer: done,
})

const refusal = z
  .object({ kind: z.enum(refusalKinds), pattern: line(maxRefusalLength).check(z.trim()) })
  .check(z.refine((given) => faultOf(given) === null, 'a pattern that cannot be refused'))

export const listRefusals = endpoint({
  method: 'GET',
  path: '/api/admin/refusals',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary:
    'What nobody may sign up with beside names that are kept for operators, the newest first (50 without `limit`)',
  query: z.extend(page, { kind: z.optional(z.enum(refusalKinds)) }),
  answer: z.array(
    z.object({
      kind: z.enum(refusalKinds),
      /** In lower case; `*` stands for anything. */
      pattern: z.string(),
      createdAt: z.string(),
      /** Who refused it; null for the command line, and for one whose account is gone. */
      operator: z.nullable(memberRef),
      /** Who ran the command line, as the system calls them. */
      shellUser: z.nullable(z.string()),
    }),
  ),
})
export type RefusalItem = AnswerOf<typeof listRefusals>[number]

export const addRefusal = endpoint({
  method: 'POST',
  path: '/api/admin/refusals',
  access: 'operator',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [],
  summary:
    'Let nobody sign up with a username, an e-mail address or a domain, in which `*` stands for anything; members who are in stay in. `changed` says whether that is new',
  body: refusal,
  answer: z.object({ changed: z.boolean() }),
})

// Addresses are of people: they stand in no path or query, which proxies write down.
export const removeRefusal = endpoint({
  method: 'POST',
  path: '/api/admin/refusals/remove',
  access: 'operator',
  limit: 'member.write',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'Take a refusal back. `changed` says whether there was one',
  body: refusal,
  answer: z.object({ changed: z.boolean() }),
})
