import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { done, filmId, filmTitle, page, sourceId } from './fields.ts'

/** A film beside another one that it may be. */
const comparedFilm = z.object({
  id: z.number(),
  ...filmTitle,
  originalTitle: z.string(),
  release_date: z.string(),
  poster: z.nullable(z.string()),
  /** Names; none where they are not known. */
  directors: z.array(z.string()),
  /** Numbers of others; the first is null for one that the built-in catalogue made up. */
  numbers: z.object({
    tmdb: z.nullable(z.number()),
    imdb: z.nullable(z.string()),
    wikidata: z.nullable(z.string()),
  }),
  /** How much of members' hangs on it. */
  hangs: z.object({
    logs: z.number(),
    watchlists: z.number(),
    favourites: z.number(),
    lists: z.number(),
  }),
})
export type ComparedFilm = z.output<typeof comparedFilm>

/** Why it is not sure; `undone` for one that was merged and taken apart again. */
export const doubtReasons = ['several-matches', 'other-year', 'other-title', 'undone'] as const

export const listFilmDoubts = endpoint({
  method: 'GET',
  path: '/api/admin/film-doubts',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary:
    'Films that may be one of the film source’s: those that wait for a decision, or those that were kept apart (20 without `limit`)',
  query: z.extend(page, { refused: z.optional(z.enum(['0', '1'])) }),
  answer: z.array(
    z.object({
      film: comparedFilm,
      reason: z.nullable(z.enum(doubtReasons)),
      /** Per cent. */
      confidence: z.number(),
      /** What it may be, the likeliest first. */
      candidates: z.array(comparedFilm),
    }),
  ),
})
export type FilmDoubt = AnswerOf<typeof listFilmDoubts>[number]

export const listFilmMerges = endpoint({
  method: 'GET',
  path: '/api/admin/film-merges',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'Films that became others, by a job or by an operator, the newest first (50 without `limit`)',
  query: page,
  answer: z.array(
    z.object({
      id: z.number(),
      from: z.object({ id: z.number(), title: z.string(), release_date: z.string() }),
      into: z.object({
        id: z.number(),
        ...filmTitle,
        release_date: z.string(),
        poster: z.nullable(z.string()),
      }),
      /** How many rows of members' it moved, changed and dropped. */
      rows: z.number(),
      mergedAt: z.string(),
      /** Not once the film became another one again. */
      canUndo: z.boolean(),
    }),
  ),
})
export type FilmMerge = AnswerOf<typeof listFilmMerges>[number]

export const countFilmDoubts = endpoint({
  method: 'GET',
  path: '/api/admin/film-doubts/counts',
  access: 'operator',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'How many films wait for a decision, were kept apart and became others',
  answer: z.object({ waiting: z.number(), refused: z.number(), merged: z.number() }),
})

const decision = { access: 'operator', limit: 'member.write', own: 'none', scope: 'session' } as const

export const acceptFilmDoubt = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/admin/film-doubts/:movieId/accept',
  errors: ['film.not_found', 'film.source_down'],
  summary: 'Make a film that waits the other one, with all that hangs on it; done already when they are one',
  params: z.object({ movieId: filmId }),
  body: z.object({ into: filmId }),
  answer: done,
})

export const refuseFilmDoubt = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/admin/film-doubts/:movieId/refuse',
  errors: ['film.not_found'],
  summary: 'Leave a film that waits a film of its own',
  params: z.object({ movieId: filmId }),
  answer: done,
})

export const reconsiderFilmDoubt = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/admin/film-doubts/:movieId/reconsider',
  errors: ['film.not_found'],
  summary: 'Let a film that was kept apart wait for a decision again',
  params: z.object({ movieId: filmId }),
  answer: done,
})

export const undoFilmMerge = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/admin/film-merges/:mergeId/undo',
  errors: ['film.not_found'],
  summary:
    'Make a film that became another one a film of its own again, which it stays; says how much is as before and how much was changed since',
  params: z.object({ mergeId: sourceId }),
  answer: z.object({ restored: z.number(), kept: z.number() }),
})
