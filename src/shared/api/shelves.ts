import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, sourceId } from './fields.ts'
import { favouriteFilm } from './members.ts'

const watchlisted = z.object({ inWatchlist: z.boolean() })
const favourites = z.array(favouriteFilm)

export const watchlistStatus = endpoint({
  method: 'GET',
  path: '/api/watchlist/status/:movieId',
  access: 'member',
  summary: 'Is a film on one’s watchlist?',
  params: z.object({ movieId: sourceId }),
  answer: watchlisted,
})

export const toggleWatchlist = endpoint({
  method: 'POST',
  path: '/api/watchlist/toggle',
  access: 'member',
  summary: 'Put a film on one’s watchlist or take it off',
  body: z.object({ movieId: sourceId }),
  answer: watchlisted,
})

const favouriteParams = z.object({ userId: id, movieId: sourceId })

export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/users/:userId/favorites',
  access: 'member',
  summary: 'A member’s favourite films (hearts), newest first (500 at most)',
  params: z.object({ userId: id }),
  answer: favourites,
})

export const addFavourite = endpoint({
  method: 'POST',
  path: '/api/users/:userId/favorites/:movieId',
  access: 'member',
  summary: 'Add a favourite; only one’s own',
  params: favouriteParams,
  answer: favourites,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/users/:userId/favorites/:movieId',
  access: 'member',
  summary: 'Remove a favourite; only one’s own',
  params: favouriteParams,
  answer: favourites,
})
