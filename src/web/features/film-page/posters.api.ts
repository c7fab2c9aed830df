import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { choosePoster, listFilmPosters } from '#shared/api/posters.ts'
import { filmQuery } from '#web/features/films/films.api.ts'
import { call } from '#web/lib/api.ts'
import { patchWhere } from '#web/lib/entity-cache.ts'

/** A film's posters as raw paths, those with most votes first. */
export const filmPostersQuery = (filmId: number) =>
  queryOptions({
    queryKey: ['posters', 'film', filmId],
    queryFn: ({ signal }) => call(listFilmPosters, { params: { movieId: filmId }, signal }),
    select: ({ posters }) =>
      posters.toSorted((a, b) => b.vote_count - a.vote_count).map((poster) => poster.file_path),
  })

/** Takes the raw path of a poster of the film. */
export const choosePosterMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  mutationOptions({
    mutationKey: ['posters', 'choose', filmId],
    mutationFn: (posterUrl: string) =>
      call(choosePoster, { params: { movieId: filmId }, body: { posterUrl } }),
    onSuccess: ({ posterOverride }) => {
      showPoster(queryClient, userId, filmId, posterOverride)
    },
    // A call whose answer was lost may be done.
    onError: () => void queryClient.invalidateQueries({ queryKey: filmQuery(filmId).queryKey }),
  })

/**
 * The member's poster at once wherever the cache shows the film as the member's: its page, the member's
 * logs, watchlist and logged films. What else may show it is asked again.
 */
function showPoster(
  queryClient: QueryClient,
  userId: string,
  filmId: number,
  posterOverride: string | null,
): void {
  const { queryKey } = filmQuery(filmId)
  queryClient.setQueryData(queryKey, (film) => film && { ...film, posterOverride })
  patchWhere(
    queryClient,
    (entity, key) => {
      if (entity['tmdbId'] !== filmId || !('posterOverride' in entity)) return false
      const author = entity['user'] as { _id?: unknown } | undefined
      return author ? author._id === userId : key.includes(userId)
    },
    { posterOverride, customPoster: posterOverride },
  )
  for (const shown of ['logs', 'shelves', 'members', 'lists'])
    void queryClient.invalidateQueries({ queryKey: [shown] })
}
