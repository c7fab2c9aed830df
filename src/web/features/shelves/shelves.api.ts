import type { QueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { addFavourite, removeFavourite, toggleWatchlist } from '#shared/api/shelves.ts'
import { patchFilmMark, refreshFilmMarks } from '#web/features/films/film-marks.api.ts'
import { filmQuery, type FilmPage } from '#web/features/films/films.api.ts'
import { toggleMutation, wishOf } from '#web/features/toggles/use-toggle.ts'
import { call } from '#web/lib/api.ts'
import { callOrKeep, type Change } from '#web/lib/outbox.ts'

async function setOnFilm(
  queryClient: QueryClient,
  filmId: number,
  patch: Partial<Pick<FilmPage, 'inWatchlist' | 'isFavorite'>>,
): Promise<void> {
  const { queryKey } = filmQuery(filmId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (film) => film && { ...film, ...patch })
  const { inWatchlist, isFavorite } = patch
  patchFilmMark(queryClient, filmId, {
    ...(inWatchlist !== undefined && { watchlist: inWatchlist }),
    ...(isFavorite !== undefined && { favourite: isFavorite }),
  })
}

/** Asks again for what shows a film on the member's shelves. */
export async function refreshFilm(queryClient: QueryClient, filmId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['shelves'] }),
    queryClient.invalidateQueries({ queryKey: filmQuery(filmId).queryKey }),
  ])
}

/** Nobody knows whether a change that failed is done: what every poster of the film shows is asked again too. */
const refreshUnsure = (queryClient: QueryClient, filmId: number) =>
  Promise.all([refreshFilm(queryClient, filmId), refreshFilmMarks(queryClient)])

/** That a film is to be on the watchlist, or no longer. */
export const watchlistWish = (queryClient: QueryClient, filmId: number, wanted: boolean): Change => ({
  kind: 'watchlist',
  target: wishOf(['shelves', 'watchlist', filmId]),
  wanted,
  about: queryClient.getQueryData(filmQuery(filmId).queryKey)?.title ?? '',
  path: paths.film(filmId),
})

export const watchlistMutation = (queryClient: QueryClient, filmId: number) =>
  toggleMutation({
    key: ['shelves', 'watchlist', filmId],
    send: (wanted) =>
      callOrKeep(toggleWatchlist, { body: { movieId: filmId } }, watchlistWish(queryClient, filmId, wanted)),
    isOn: ({ inWatchlist }) => inWatchlist,
    refresh: () => refreshUnsure(queryClient, filmId),
    show: (inWatchlist) => setOnFilm(queryClient, filmId, { inWatchlist }),
    onSuccess: ({ inWatchlist }) => setOnFilm(queryClient, filmId, { inWatchlist }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['shelves'] })
    },
  })

export const favouriteMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  toggleMutation({
    key: ['shelves', 'favourite', filmId],
    send: (wanted) => call(wanted ? addFavourite : removeFavourite, { params: { userId, movieId: filmId } }),
    show: (isFavorite) => setOnFilm(queryClient, filmId, { isFavorite }),
    refresh: () => refreshUnsure(queryClient, filmId),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['shelves'] })
      // Logged films show their hearts.
      void queryClient.invalidateQueries({ queryKey: ['logs', 'films', userId] })
    },
  })
