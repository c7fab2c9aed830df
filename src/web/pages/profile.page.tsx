import { useParams, type LoaderFunctionArgs } from 'react-router'
import { memberLogsQuery } from '#web/features/logs/logs.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { ProfileView } from '#web/features/profile/profile-view.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { loaderQueryClient } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const userId = args.params['id'] ?? getSession()?.user._id
  if (userId === undefined) return null
  return prefetch(
    queryClient.prefetchQuery(memberQuery(userId)),
    queryClient.prefetchQuery(memberLogsQuery(userId)),
  )
}

export function Component() {
  const { id } = useParams()
  const member = useMember()
  const userId = id ?? member?._id
  return userId === undefined ? null : (
    <ProfileView key={userId} userId={userId} withBack={id !== undefined && id !== member?._id} />
  )
}
