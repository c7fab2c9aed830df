import * as z from 'zod/mini'
import { audienceKinds, audiences, itemKinds } from '#shared/audience.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { flag, id } from './fields.ts'

const own = z.object({ userId: id })

const choices = z.object({
  /** Whom new ones are for, and of what one has but one, whom that is for. */
  audiences: z.record(z.enum(audienceKinds), z.enum(audiences)),
  /** How many of each one has, whomever they are for. */
  items: z.record(z.enum(itemKinds), z.number()),
})

export const getAudiences = endpoint({
  method: 'GET',
  path: '/api/users/:userId/audiences',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'profile:read',
  errors: [],
  summary: 'Whom what one writes is for, by kind; only one’s own',
  params: own,
  answer: choices,
})
export type AudienceChoices = AnswerOf<typeof getAudiences>

export const updateAudience = endpoint({
  method: 'PATCH',
  path: '/api/users/:userId/audiences',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'session',
  errors: [],
  summary:
    'Say whom what one writes is for from now on: `kind` and `audience`; with `existing` also all that one has of that kind. `link` is for lists alone',
  params: own,
  body: z
    .object({ kind: z.enum(audienceKinds), audience: z.enum(audiences), existing: z.optional(flag) })
    .check(
      z.refine(({ kind, audience }) => kind === 'lists' || audience !== 'link', 'link is for lists alone'),
    ),
  answer: choices,
})
