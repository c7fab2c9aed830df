import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filmId, id, line, page } from './fields.ts'

/** Posters that members chose for films, as root-relative addresses. */

export const batchPosters = endpoint({
  method: 'POST',
  path: '/api/posters/batch',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['member.not_found'],
  summary: 'A member’s own posters for up to 500 films, by film id; films without one are absent',
  body: z.object({ userId: id, movieIds: z.array(filmId).check(z.maxLength(500)) }),
  answer: z.record(z.string(), z.string()),
})

export const getPoster = endpoint({
  method: 'GET',
  path: '/api/posters/:movieId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['member.not_found'],
  summary: 'A member’s own poster for a film; without `userId` the viewer’s',
  params: z.object({ movieId: filmId }),
  query: z.object({ userId: z.optional(id) }),
  answer: z.object({ posterOverride: z.nullable(z.string()) }),
})

export const listMemberPosters = endpoint({
  method: 'GET',
  path: '/api/posters/user/:userId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['member.not_found'],
  summary: 'The posters that a member chose, by film (5,000 without `limit`)',
  params: z.object({ userId: id }),
  query: page,
  answer: z.array(z.object({ movieId: z.number(), url: z.string() })),
})

export const listFilmPosters = endpoint({
  method: 'GET',
  path: '/api/logs/proxy/tmdb/images/:movieId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'films:read',
  errors: ['film.not_found', 'film.source_down'],
  summary:
    'All posters of a film at the film source, most votes first (200 at most); paths are the source’s raw ones',
  params: z.object({ movieId: filmId }),
  answer: z.object({
    id: z.number(),
    posters: z.array(z.object({ file_path: z.string(), vote_count: z.number() })),
  }),
})

export const choosePoster = endpoint({
  method: 'POST',
  path: '/api/posters/:movieId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'logs:write',
  errors: ['poster.not_approved', 'poster.unknown', 'film.not_found', 'film.source_down'],
  summary:
    'Choose one of a film’s posters as one’s own, by its raw path or its address at any size; the film’s usual poster takes the choice back',
  params: z.object({ movieId: filmId }),
  body: z.object({ posterUrl: line(1000).check(z.minLength(1)) }),
  answer: z.object({ posterOverride: z.nullable(z.string()) }),
})
