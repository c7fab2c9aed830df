import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { audience, audienceField, filmId, filmTitles, id, line, page, sourceId, viewedAs } from './fields.ts'
import { favouriteFilm } from './members.ts'

const watchlisted = z.object({ inWatchlist: z.boolean() })
const favourites = z.array(favouriteFilm)

export const getWatchlistStatus = endpoint({
  method: 'GET',
  path: '/api/watchlist/status/:movieId',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'watchlist:read',
  errors: [],
  summary: 'Is a film on one’s watchlist?',
  params: z.object({ movieId: filmId }),
  answer: watchlisted,
})

export const toggleWatchlist = endpoint({
  method: 'POST',
  path: '/api/watchlist/toggle',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'watchlist:write',
  errors: ['film.not_found', 'film.source_down'],
  summary: 'Put a film on one’s watchlist, privately on request, or take it off',
  body: z.object({ movieId: filmId, isPrivate: z.optional(z.boolean()), audience: audienceField }),
  answer: watchlisted,
})

export const removeFromWatchlist = endpoint({
  method: 'DELETE',
  path: '/api/watchlist/:userId/watchlist/:movieId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'watchlist:write',
  errors: [],
  summary: 'Take a film off one’s watchlist; only one’s own. Nothing happens when it is not there',
  params: z.object({ userId: id, movieId: filmId }),
  answer: watchlisted,
})

const favouriteParams = z.object({ userId: id, movieId: filmId })

export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/users/:userId/favorites',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'watchlist:read',
  errors: ['member.not_found'],
  summary: 'A member’s favourite films (hearts), newest first (500 without `limit`)',
  params: z.object({ userId: id }),
  query: z.extend(page, viewedAs.shape),
  answer: favourites,
})

export const addFavourite = endpoint({
  method: 'POST',
  path: '/api/users/:userId/favorites/:movieId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'watchlist:write',
  errors: ['film.not_found', 'film.source_down', 'member.not_found'],
  summary: 'Add a favourite; only one’s own. Answers the newest 500',
  params: favouriteParams,
  answer: favourites,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/favorites/:movieId',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'watchlist:write',
  errors: ['member.not_found'],
  summary: 'Remove a favourite; only one’s own. Answers the newest 500',
  params: favouriteParams,
  answer: favourites,
})

export const watchlistItem = z.object({
  tmdbId: z.number(),
  id: z.number(),
  ...filmTitles,
  poster_path: z.nullable(z.string()),
  poster: z.nullable(z.string()),
  /** The owner's own poster. */
  posterOverride: z.nullable(z.string()),
  release_date: z.string(),
  /** Minutes; 0 when unknown. */
  runtime: z.number(),
  vote_average: z.number(),
  genre_ids: z.array(z.number()),
  isPrivate: z.boolean(),
  audience,
  createdAt: z.string(),
})
export type WatchlistItem = z.output<typeof watchlistItem>

/** A choice by its own name or as the screen calls it, in any letter case; blank for the usual one. */
const namedChoice = <Choice extends string>(choices: Choice[], otherNames: Record<string, Choice>) => {
  const simple = z.transform((given: string) => given.toLowerCase().replaceAll(/[\s_-]/g, ''))
  const chosen = z.transform((name: string) => otherNames[name] ?? name)
  return z.pipe(z.pipe(z.pipe(line(40), simple), chosen), z.enum(choices))
}

const watchlistSort = namedChoice(['added', 'release', 'rating', 'runtime'], {
  '': 'added',
  recentlyadded: 'added',
  releasedate: 'release',
})
const watchlistOrder = namedChoice(['desc', 'asc'], { '': 'desc', descending: 'desc', ascending: 'asc' })
const watchlistGenre = z.union([namedChoice(['all'], { '': 'all' }), sourceId])

export const listWatchlist = endpoint({
  method: 'GET',
  path: '/api/users/:userId/watchlist',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'watchlist:read',
  errors: ['member.not_found'],
  summary:
    'A member’s watchlist (100 without `limit`); private items are shown to their owner only. `rating` is the film source’s',
  params: z.object({ userId: id }),
  query: z.extend(page, {
    ...viewedAs.shape,
    sort: z.optional(watchlistSort),
    order: z.optional(watchlistOrder),
    genre: z.optional(watchlistGenre),
  }),
  answer: z.array(watchlistItem),
})

export const updateWatchlistItem = endpoint({
  method: 'PATCH',
  path: '/api/watchlist/:movieId',
  access: 'member',
  limit: 'member.write',
  own: 'none',
  scope: 'watchlist:write',
  errors: ['watchlist.not_found'],
  summary: 'Say whom an item of one’s watchlist is for: oneself alone, or an audience',
  params: z.object({ movieId: filmId }),
  body: z.object({ isPrivate: z.optional(z.boolean()), audience: audienceField }),
  answer: z.object({ isPrivate: z.boolean(), audience }),
})
