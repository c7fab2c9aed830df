import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { requestsQuery } from '#web/features/follow-requests/follow-requests.api.ts'
import { FollowRequestsView } from '#web/features/follow-requests/follow-requests-view.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'

export function loader(args: LoaderFunctionArgs) {
  const session = getSession()
  return session
    ? prefetch(loaderQueryClient(args).prefetchInfiniteQuery(requestsQuery(session.user._id)))
    : null
}

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  const back = useBack(paths.notifications())
  usePageTitle(t('requests.title'))
  return member ? <FollowRequestsView memberId={member._id} onBack={back} /> : null
}
