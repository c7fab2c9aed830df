import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, filmId, id, ratingField, stars } from './fields.ts'

/** What one member did with films; a film that is nowhere has no marks. */
const filmMarks = z.object({
  /** Logged films, each with what one gives it now. */
  seen: z.array(z.tuple([z.number(), stars])),
  watchlist: z.array(z.number()),
  favourites: z.array(z.number()),
})
export type FilmMarks = z.output<typeof filmMarks>

const ownFilm = z.object({ userId: id, movieId: filmId })

export const markSeen = endpoint({
  method: 'POST',
  path: '/api/users/:userId/films/:movieId/seen',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'logs:write',
  errors: ['film.not_found', 'film.source_down'],
  summary:
    'Mark a film as seen without a diary entry, and take it off the watchlist; what is seen already stays. `rating` is what the film is given from then on, whatever its logs say; 0 takes the stars away',
  params: ownFilm,
  body: z.object({ rating: z.optional(ratingField) }),
  /** `isNew`: it was not seen before. */
  answer: z.object({ rating: stars, isNew: z.boolean() }),
})

export const unmarkSeen = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/films/:movieId/seen',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'logs:write',
  errors: ['log.not_bare'],
  summary:
    'Take the mark and its stars back; with an entry of the diary, or with what others said of it, all stays',
  params: ownFilm,
  answer: done,
})

export const getSeen = endpoint({
  method: 'GET',
  path: '/api/users/:userId/films/:movieId/seen',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'logs:read',
  errors: [],
  summary: 'Whether one saw a film, and what one gives it now; only one’s own',
  params: ownFilm,
  answer: z.object({ seen: z.boolean(), rating: stars }),
})

export const getFilmMarks = endpoint({
  method: 'GET',
  path: '/api/users/:userId/film-marks',
  access: 'member',
  limit: 'member.read',
  own: 'userId',
  scope: 'logs:read',
  errors: [],
  summary:
    'The numbers of all films that one logged, wants to watch or gave a heart, with one’s own rating; only one’s own',
  params: z.object({ userId: id }),
  answer: filmMarks,
})
