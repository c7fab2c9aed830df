import { useParams, type LoaderFunctionArgs } from 'react-router'
import { memberLogsQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { ProfileView } from '#web/features/profile/profile-view.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { loaderQueryClient } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const userId = args.params['userId'] ?? ''
  return prefetch(
    queryClient.prefetchQuery(memberQuery(userId)),
    queryClient.prefetchQuery(memberLogsQuery(userId)),
  )
}

/** A user link shows the profile (decision 13). */
export function Component() {
  const { userId = '' } = useParams()
  return <ProfileView key={userId} userId={userId} withBack />
}
