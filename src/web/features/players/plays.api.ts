import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { dismissPlay, listPlays, logPlay } from '#shared/api/players.ts'
import { refreshAfterChange } from '#web/features/logs/logs.api.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { callDeletion } from '#web/lib/deletion.ts'

/** What one's players told of that waits for its stars. */
export const playsQuery = () =>
  queryOptions({ queryKey: ['plays'], queryFn: ({ signal }) => call(listPlays, { signal }) })

const forget = (queryClient: QueryClient, playId: string) =>
  queryClient.setQueryData(playsQuery().queryKey, (plays) => plays?.filter(({ id }) => id !== playId))

interface Logged {
  rating: number
  filmId: number
}

export const logPlayMutation = (queryClient: QueryClient, playId: string) =>
  mutationOptions({
    mutationKey: ['plays', playId, 'log'],
    mutationFn: ({ rating, filmId }: Logged) =>
      call(logPlay, { params: { playId }, body: { movieId: filmId, ...(rating > 0 && { rating }) } }),
    onSuccess: (_, { filmId }) => {
      forget(queryClient, playId)
      void refreshAfterChange(queryClient, filmId)
    },
    onError: (error, { filmId }) => {
      if (!(error instanceof ApiError && error.code === 'play.not_found')) return
      // Logged or dismissed meanwhile, by another device or a call whose answer was lost.
      forget(queryClient, playId)
      void refreshAfterChange(queryClient, filmId)
    },
  })

export const dismissPlayMutation = (queryClient: QueryClient, playId: string) =>
  mutationOptions({
    mutationKey: ['plays', playId, 'dismiss'],
    mutationFn: () => callDeletion(dismissPlay, { params: { playId } }),
    onSuccess: () => forget(queryClient, playId),
  })
