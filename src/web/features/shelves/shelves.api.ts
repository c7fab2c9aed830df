import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { addFavourite, removeFavourite, toggleWatchlist } from '#shared/api/shelves.ts'
import { call } from '#web/lib/api.ts'
import { filmQuery, type FilmPage } from '#web/features/films/films.api.ts'

/** Shows the wanted state at once and gives what was there, for the way back. */
async function setOnFilm(
  queryClient: QueryClient,
  filmId: number,
  patch: Partial<Pick<FilmPage, 'inWatchlist' | 'isFavorite'>>,
): Promise<void> {
  const { queryKey } = filmQuery(filmId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (film) => film && { ...film, ...patch })
}

export const watchlistMutation = (queryClient: QueryClient, filmId: number) =>
  mutationOptions({
    mutationKey: ['shelves', 'watchlist', filmId],
    scope: { id: `watchlist:${filmId}` },
    mutationFn: (_wanted: boolean) => call(toggleWatchlist, { body: { movieId: filmId } }),
    onMutate: (wanted) => setOnFilm(queryClient, filmId, { inWatchlist: wanted }),
    onSuccess: ({ inWatchlist }) => setOnFilm(queryClient, filmId, { inWatchlist }),
    onError: (_error, wanted) => setOnFilm(queryClient, filmId, { inWatchlist: !wanted }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['shelves'] })
    },
  })

export const favouriteMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  mutationOptions({
    mutationKey: ['shelves', 'favourite', filmId],
    scope: { id: `favourite:${filmId}` },
    mutationFn: (wanted: boolean) =>
      call(wanted ? addFavourite : removeFavourite, { params: { userId, movieId: filmId } }),
    onMutate: (wanted) => setOnFilm(queryClient, filmId, { isFavorite: wanted }),
    onError: (_error, wanted) => setOnFilm(queryClient, filmId, { isFavorite: !wanted }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['shelves'] })
      // Logged films show their hearts.
      void queryClient.invalidateQueries({ queryKey: ['logs', 'films', userId] })
    },
  })
