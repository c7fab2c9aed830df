import { useQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { FilmReviewCard } from '#web/features/logs/review/film-review-card.tsx'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { repliesQuery } from '#web/features/replies/replies.api.ts'
import { ThreadScreen } from '#web/features/replies/thread-screen.tsx'
import { isUnknown } from '#web/lib/api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export { isOtherPath as shouldRevalidate } from '#web/lib/use-address-choice.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const id = args.params['id'] ?? ''
  return prefetch(
    queryClient.prefetchInfiniteQuery(repliesQuery({ on: 'log', id })),
    queryClient.prefetchQuery(logQuery(id)),
  )
}

/** The comments on a review. */
export function Component() {
  const { id = '' } = useParams()
  const { data: log, isPending, error } = useQuery(logQuery(id))
  return (
    <ThreadScreen
      key={id}
      thread={{ on: 'log', id }}
      filmId={log?.tmdbId}
      head={log ? <FilmReviewCard log={log} aboveComments /> : isPending ? undefined : null}
      headSkeleton={<Skeleton height="12.5rem" radius="var(--radius-card)" />}
      isGone={!log && isUnknown(error)}
    />
  )
}
