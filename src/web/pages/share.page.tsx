import { useParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { InvalidResource, ShareToFriends } from '#web/features/sharing/share-to-friends.tsx'
import { mutualsQuery, sharedQuery, type ShareTarget } from '#web/features/sharing/sharing.api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'

function sharedOf({ type, id = '' }: { type?: string; id?: string }): ShareTarget | null {
  return type === 'movie' || type === 'log' || type === 'list' ? { type, id } : null
}

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const shared = sharedOf(args.params)
  const member = getSession()?.user._id
  if (!shared || !member) return null
  return prefetch(
    queryClient.prefetchQuery(sharedQuery(shared)),
    queryClient.prefetchInfiniteQuery(mutualsQuery(member)),
  )
}

const screens = { movie: paths.film, log: paths.review, list: paths.list } as const

export function Component() {
  const member = useMember()
  const shared = sharedOf(useParams())
  const back = useBack(shared ? screens[shared.type](shared.id) : paths.home())
  if (!member || !shared) return <InvalidResource onBack={back} />
  return <ShareToFriends key={shared.id} shared={shared} userId={member._id} onBack={back} />
}
