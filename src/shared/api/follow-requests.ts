import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, flag, id, memberRef, page } from './fields.ts'
import { memberRow } from './members.ts'

const own = z.object({ userId: id })
const ofRequester = z.object({ userId: id, targetId: id })

export const listFollowRequests = endpoint({
  method: 'GET',
  path: '/api/users/:userId/follow-requests',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'profile:read',
  errors: [],
  summary: 'Who would like to follow one, the newest first (100 without `limit`); only one’s own',
  params: own,
  query: page,
  answer: z.array(memberRow),
})

export const countFollowRequests = endpoint({
  method: 'GET',
  path: '/api/users/:userId/follow-requests/count',
  access: 'member',
  limit: 'member.count',
  own: 'userId',
  scope: 'profile:read',
  errors: [],
  summary: 'How many would like to follow one, and the newest three; only one’s own',
  params: own,
  answer: z.object({ count: z.number(), newest: z.array(memberRef) }),
})

export const acceptFollowRequest = endpoint({
  method: 'POST',
  path: '/api/users/:userId/follow-requests/:targetId/accept',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'session',
  errors: ['member.request_not_found'],
  summary:
    'Let a member follow one, who is told a minute later; also after it was declined, until they take it back',
  params: ofRequester,
  answer: done,
})

export const declineFollowRequest = endpoint({
  method: 'POST',
  path: '/api/users/:userId/follow-requests/:targetId/decline',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: ['member.request_not_found'],
  summary: 'Take a request off the list; who asked is not told',
  params: ofRequester,
  answer: done,
})

export const reopenFollowRequest = endpoint({
  method: 'POST',
  path: '/api/users/:userId/follow-requests/:targetId/reopen',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'social:write',
  errors: ['member.request_not_found'],
  summary:
    'Take an answer back within a minute: who was let in follows no longer, and the request waits as it did; answers alike where it waits',
  params: ofRequester,
  answer: done,
})

export const lockAccount = endpoint({
  method: 'PATCH',
  path: '/api/users/:userId/locked',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'session',
  errors: [],
  summary:
    'Have members ask before they follow one, or no longer: `requests` says what becomes of those who wait then (`keep` when left out)',
  params: own,
  body: z.object({ locked: flag, requests: z.optional(z.enum(['accept', 'decline', 'keep'])) }),
  answer: z.object({ locked: z.boolean() }),
})
