import { useParams, type LoaderFunctionArgs } from 'react-router'
import { ViewedAs } from '#web/features/audiences/viewed-as.tsx'
import { prefetchProfile } from '#web/features/profile/profile-data.ts'
import { ProfileView } from '#web/features/profile/profile-view.tsx'
import { prefetch } from '#web/lib/query-client.ts'
import { profileQueryClient } from '#web/lib/viewed-as.ts'
import { getSession, useMember } from '#web/lib/session.ts'

export { isOtherPath as shouldRevalidate } from '#web/lib/use-address-choice.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = profileQueryClient(args)
  const viewerId = getSession()?.user._id
  const userId = args.params['id'] ?? viewerId
  if (userId === undefined) return null
  const search = new URL(args.request.url).searchParams
  return prefetch(
    ...prefetchProfile(queryClient, { userId, search, isOwner: userId === viewerId && !search.has('as') }),
  )
}

export function Component() {
  const { id } = useParams()
  const member = useMember()
  const userId = id ?? member?._id
  return userId === undefined ? null : (
    <ViewedAs>
      <ProfileView key={userId} userId={userId} withBack={id !== undefined && id !== member?._id} />
    </ViewedAs>
  )
}
