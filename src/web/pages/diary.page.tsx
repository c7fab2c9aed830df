import { useParams, type LoaderFunctionArgs } from 'react-router'
import { periodDays } from '#shared/diary-period.ts'
import { DiaryView } from '#web/features/diary/diary-view.tsx'
import { prefetchDiary } from '#web/features/diary/diary.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

/** What an address names, where there is such a part of the calendar. */
const periodOf = (period = '') => (periodDays(period) === null ? undefined : period)

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const { id = '', period } = args.params
  return prefetch(
    queryClient.prefetchQuery(memberQuery(id)),
    prefetchDiary(queryClient, id, periodOf(period)),
  )
}

/** What a member watched, day by day. */
export function Component() {
  const { id = '', period } = useParams()
  return <DiaryView key={id} userId={id} period={periodOf(period)} />
}
