import { useParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { memberTagsQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { TagsView } from '#web/features/tags/tags-view.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const userId = args.params['id'] ?? ''
  return prefetch(
    queryClient.prefetchQuery(memberQuery(userId)),
    queryClient.prefetchQuery(memberTagsQuery(userId)),
  )
}

export function Component() {
  const { id = '' } = useParams()
  const back = useBack(paths.profile(id))
  return <TagsView key={id} userId={id} onBack={back} />
}
