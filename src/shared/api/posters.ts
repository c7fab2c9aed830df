import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, sourceId } from './fields.ts'

/** Posters that members chose for films, as root-relative addresses. */

export const batchPosters = endpoint({
  method: 'POST',
  path: '/api/posters/batch',
  access: 'member',
  summary: 'A member’s own posters for up to 500 films, by film id; films without one are absent',
  body: z.object({ userId: id, movieIds: z.array(sourceId).check(z.maxLength(500)) }),
  answer: z.record(z.string(), z.string()),
})

export const getPoster = endpoint({
  method: 'GET',
  path: '/api/posters/:movieId',
  access: 'member',
  summary: 'A member’s own poster for a film; without `userId` the viewer’s',
  params: z.object({ movieId: sourceId }),
  query: z.object({ userId: z.optional(id) }),
  answer: z.object({ posterOverride: z.nullable(z.string()) }),
})

export const listMemberPosters = endpoint({
  method: 'GET',
  path: '/api/posters/user/:userId',
  access: 'member',
  summary: 'All posters that a member chose (5,000 at most)',
  params: z.object({ userId: id }),
  answer: z.array(z.object({ movieId: z.number(), url: z.string() })),
})
