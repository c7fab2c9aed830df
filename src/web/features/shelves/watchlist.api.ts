import { mutationOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import {
  listWatchlist,
  toggleWatchlist,
  updateWatchlistItem,
  type WatchlistItem,
} from '#shared/api/shelves.ts'
import type { CommonAudience } from '#shared/audience.ts'
import { patchFilmMark } from '#web/features/films/film-marks.api.ts'
import { toggleMutation } from '#web/features/toggles/use-toggle.ts'
import { call, callPage, type Page } from '#web/lib/api.ts'
import { callOrKeep, KeptForLater, turnTo } from '#web/lib/outbox.ts'
import { refreshFilm, watchlistWish } from './shelves.api.ts'
import { longListQuery } from '#web/lib/paged-query.ts'

export type { WatchlistItem }

export const watchlistSorts = ['added', 'release', 'rating', 'runtime'] as const

/** Genres of the film source that a watchlist can be narrowed to. */
export const watchlistGenres = ['all', '28', '35', '18', '27', '10749', '16', '80', '53'] as const

export interface WatchlistChoice {
  sort: (typeof watchlistSorts)[number]
  order: 'desc' | 'asc'
  genre: (typeof watchlistGenres)[number]
}

const watchlists = (userId: string) => ['shelves', 'watchlist', userId]

/** A member's watchlist in pages. */
export const watchlistQuery = (userId: string, { sort, order, genre }: WatchlistChoice) =>
  longListQuery({
    queryKey: [...watchlists(userId), { sort, order, genre }],
    hold: 800,
    load: (page, signal) =>
      callPage(listWatchlist, {
        params: { userId },
        query: { sort, order, genre: genre === 'all' ? genre : Number(genre), ...page },
        signal,
      }),
  })

/** The twelve films that came last on a watchlist. */
export const newestWatchlistedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['shelves', 'newest', userId],
    queryFn: ({ signal }) => call(listWatchlist, { params: { userId }, query: { limit: 12 }, signal }),
  })

type Pages = InfiniteData<Page<WatchlistItem[]>>

/** Changes one film in every order and genre of the member's watchlist; null takes it out. */
async function change(
  queryClient: QueryClient,
  userId: string,
  filmId: number,
  patch: Partial<WatchlistItem> | null,
): Promise<void> {
  const filters = { queryKey: watchlists(userId) }
  await queryClient.cancelQueries(filters)
  queryClient.setQueriesData<Pages>(filters, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) => ({
      ...page,
      answer: page.answer.flatMap((item) =>
        item.tmdbId !== filmId ? [item] : patch === null ? [] : [{ ...item, ...patch }],
      ),
    }))
    return { ...data, pages }
  })
}

export const watchlistPrivacyMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  toggleMutation({
    key: ['shelves', 'watchlist', filmId, 'privacy'],
    send: (isPrivate) => call(updateWatchlistItem, { params: { movieId: filmId }, body: { isPrivate } }),
    show: (isPrivate) => change(queryClient, userId, filmId, { isPrivate }),
    refresh: () => queryClient.invalidateQueries({ queryKey: watchlists(userId) }),
    // Without an audience it is for all members again.
    onSuccess: ({ isPrivate, audience }) => change(queryClient, userId, filmId, { isPrivate, audience }),
  })

/** Says whom a film of one's own watchlist is for. */
export const watchlistAudienceMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  mutationOptions({
    mutationKey: ['shelves', 'watchlist', filmId, 'audience'],
    mutationFn: (audience: CommonAudience) =>
      call(updateWatchlistItem, { params: { movieId: filmId }, body: { audience } }),
    onSuccess: ({ isPrivate, audience }) => change(queryClient, userId, filmId, { isPrivate, audience }),
    // A call whose answer was lost may be done.
    onError: () => void queryClient.invalidateQueries({ queryKey: watchlists(userId) }),
  })

async function setWatchlisted(
  queryClient: QueryClient,
  { tmdbId: movieId, isPrivate, audience = isPrivate ? 'me' : 'members' }: WatchlistItem,
  wanted: boolean,
): Promise<void> {
  const body = { movieId, audience: audience === 'link' ? 'me' : audience }
  const ask = () => callOrKeep(toggleWatchlist, { body }, watchlistWish(queryClient, movieId, wanted))
  await turnTo(wanted, ask, ({ inWatchlist }) => inWatchlist)
  patchFilmMark(queryClient, movieId, { watchlist: wanted })
}

/** Takes a film off one's own watchlist; it goes at once and comes back when the call fails. */
export const removeFromWatchlistMutation = (queryClient: QueryClient, userId: string) =>
  mutationOptions({
    mutationFn: (item: WatchlistItem) => setWatchlisted(queryClient, item, false),
    onMutate: async ({ tmdbId }) => {
      const before = queryClient.getQueriesData<Pages>({ queryKey: watchlists(userId) })
      await change(queryClient, userId, tmdbId, null)
      return before
    },
    onError: (error, _item, before) => {
      if (error instanceof KeptForLater) return
      for (const [queryKey, data] of before ?? []) queryClient.setQueryData(queryKey, data)
      // A call whose answer was lost may be done.
      void queryClient.invalidateQueries({ queryKey: watchlists(userId) })
    },
    onSettled: (_answer, _error, { tmdbId }) => refreshFilm(queryClient, tmdbId),
  })

/** The way back: the film is on the watchlist again, as private as it was. */
export const restoreToWatchlistMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (item: WatchlistItem) => setWatchlisted(queryClient, item, true),
    onSettled: (_answer, _error, { tmdbId }) => refreshFilm(queryClient, tmdbId),
  })
