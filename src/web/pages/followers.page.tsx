import { useLocation, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { ViewedAs } from '#web/features/audiences/viewed-as.tsx'
import { paths } from '#shared/paths.ts'
import { followListOf, FollowLists } from '#web/features/members/follow-lists.tsx'
import { followQuery, memberQuery } from '#web/features/members/members.api.ts'
import { prefetch } from '#web/lib/query-client.ts'
import { keepViewedAs, profileQueryClient, useViewedAs } from '#web/lib/viewed-as.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = profileQueryClient(args)
  const userId = args.params['id'] ?? ''
  const list = followListOf(new URL(args.request.url).pathname)
  return prefetch(
    queryClient.prefetchQuery(memberQuery(userId)),
    queryClient.prefetchInfiniteQuery(followQuery[list](userId)),
  )
}

/** Whom a member follows and who follows that member. */
export function Component() {
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const as = useViewedAs()
  const back = useBack(paths.profile(id))
  return (
    <ViewedAs>
      <FollowLists
        key={id}
        userId={id}
        list={followListOf(pathname)}
        onList={(list) => void navigate(keepViewedAs(paths[list](id), as), { replace: true })}
        onBack={back}
      />
    </ViewedAs>
  )
}
