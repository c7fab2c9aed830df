import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { done, id, line, page } from './fields.ts'

/** Who may make an account: everybody, who has an invite, nobody. */
export const registrations = ['open', 'invite', 'closed'] as const
export type Registration = (typeof registrations)[number]

export const maxInviteUses = 1000
export const maxInviteDays = 365
export const maxInviteNote = 200

const whole = (max: number) => z.number().check(z.int(), z.minimum(1), z.maximum(max))

export const inviteItem = z.object({
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
  errors: ['invite.not_found'],
  summary: 'Let nobody join by an invite any more; answers alike when it was revoked before',
  params: z.object({ inviteId: id }),
  answer: done,
})
