import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filmId, id, ifMissing, line } from './fields.ts'

/** Suggestions to mutual followers; the sender is the session's member, and others than mutual followers get nothing. */

/** How many members it went to. */
const answer = z.object({ sent: z.number() })

const body = z.object({ recipients: z.array(id, ifMissing('share.nobody')).check(z.maxLength(100)) })

export const shareLog = endpoint({
  method: 'POST',
  path: '/api/logs/:logId/share',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['share.nobody', 'log.not_found'],
  summary: 'Suggest a log to mutual followers',
  params: z.object({ logId: id }),
  body,
  answer,
})

export const shareFilm = endpoint({
  method: 'POST',
  path: '/api/users/:userId/notify/share',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['share.nobody', 'film.not_found', 'film.source_down'],
  summary: 'Suggest a film to a mutual follower; `fromUserId` is not looked at',
  params: z.object({ userId: id }),
  body: z.object({ fromUserId: z.optional(line(100)), movieId: filmId }),
  answer,
})

export const shareList = endpoint({
  method: 'POST',
  path: '/api/lists/:listId/share',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'social:write',
  errors: ['share.nobody', 'list.not_found', 'list.private'],
  summary: 'Suggest a list that is not private to mutual followers',
  params: z.object({ listId: id }),
  body,
  answer,
})
