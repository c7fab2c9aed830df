import { useParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ListView } from '#web/features/lists/list-view.tsx'
import { listQuery } from '#web/features/lists/lists.api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchInfiniteQuery(listQuery(args.params['id'] ?? '')))
}

export function Component() {
  const { id = '' } = useParams()
  const back = useBack(paths.home())
  return <ListView key={id} listId={id} onBack={back} />
}
