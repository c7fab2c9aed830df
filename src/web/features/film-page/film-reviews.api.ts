import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { listPopularReviews } from '#shared/api/logs.ts'
import type { Reply } from '#web/features/replies/replies.api.ts'
import { callPage } from '#web/lib/api.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

export type { DiscussedLog } from '#shared/api/logs.ts'

/** Every review of a film with real text, most liked first, each with the beginning of its thread. */
export const filmReviewsQuery = (filmId: number) => ({
  ...pagedQuery({
    queryKey: ['logs', 'film', filmId, 'reviews'],
    limit: 24,
    load: (page, signal) =>
      callPage(listPopularReviews, { params: { movieId: filmId }, query: { ...page, all: true }, signal }),
  }),
  // The order goes by likes: asked again, it would move under the reader's eyes.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/**
 * What the member wrote on this screen, by review, oldest first: the beginning of a thread would show it only
 * when it is well liked.
 */
export const ownRepliesQuery = (filmId: number) =>
  queryOptions<Record<string, Reply[]>>({
    queryKey: ['film-reviews', filmId, 'written'],
    queryFn: skipToken,
    staleTime: Infinity,
  })

export function addOwnReply(queryClient: QueryClient, filmId: number, logId: string, reply: Reply): void {
  queryClient.setQueryData(ownRepliesQuery(filmId).queryKey, (written = {}) => ({
    ...written,
    [logId]: [...(written[logId] ?? []), reply],
  }))
}
