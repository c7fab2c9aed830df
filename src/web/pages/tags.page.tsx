import { useParams, type LoaderFunctionArgs } from 'react-router'
import { ViewedAs } from '#web/features/audiences/viewed-as.tsx'
import { paths } from '#shared/paths.ts'
import { memberTagsQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { TagsView } from '#web/features/tags/tags-view.tsx'
import { prefetch } from '#web/lib/query-client.ts'
import { profileQueryClient } from '#web/lib/viewed-as.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = profileQueryClient(args)
  const userId = args.params['id'] ?? ''
  return prefetch(
    queryClient.prefetchQuery(memberQuery(userId)),
    queryClient.prefetchQuery(memberTagsQuery(userId)),
  )
}

export function Component() {
  const { id = '' } = useParams()
  const back = useBack(paths.profile(id))
  return (
    <ViewedAs>
      <TagsView key={id} userId={id} onBack={back} />
    </ViewedAs>
  )
}
