import { useParams, type LoaderFunctionArgs } from 'react-router'
import { prefetchProfile } from '#web/features/profile/profile-data.ts'
import { ProfileView } from '#web/features/profile/profile-view.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession } from '#web/lib/session.ts'

export { isOtherPath as shouldRevalidate } from '#web/lib/use-address-choice.ts'

export function loader(args: LoaderFunctionArgs) {
  const userId = args.params['userId'] ?? ''
  const search = new URL(args.request.url).searchParams
  const isOwner = userId === getSession()?.user._id
  return prefetch(...prefetchProfile(loaderQueryClient(args), { userId, search, isOwner }))
}

/** A user link shows the profile. */
export function Component() {
  const { userId = '' } = useParams()
  return <ProfileView key={userId} userId={userId} withBack />
}
