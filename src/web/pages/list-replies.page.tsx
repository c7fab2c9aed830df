import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { ListLine, ListLineSkeleton } from '#web/features/lists/list-line.tsx'
import { listQuery } from '#web/features/lists/lists.api.ts'
import { repliesQuery } from '#web/features/replies/replies.api.ts'
import { ThreadScreen } from '#web/features/replies/thread-screen.tsx'
import { isUnknown } from '#web/lib/api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export { isOtherPath as shouldRevalidate } from '#web/lib/use-address-choice.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const id = args.params['id'] ?? ''
  return prefetch(
    queryClient.prefetchInfiniteQuery(repliesQuery({ on: 'list', id })),
    queryClient.prefetchInfiniteQuery(listQuery(id)),
  )
}

/** The comments on a list. */
export function Component() {
  const { id = '' } = useParams()
  const { data, isPending, error } = useInfiniteQuery(listQuery(id))
  const list = data?.pages[0]?.answer
  return (
    <ThreadScreen
      key={id}
      thread={{ on: 'list', id }}
      filmId={undefined}
      head={list ? <ListLine list={list} /> : isPending ? undefined : null}
      headSkeleton={<ListLineSkeleton />}
      isGone={!list && isUnknown(error)}
    />
  )
}
