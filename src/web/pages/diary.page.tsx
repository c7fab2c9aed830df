import { useParams, type LoaderFunctionArgs } from 'react-router'
import { ViewedAs } from '#web/features/audiences/viewed-as.tsx'
import { periodDays } from '#shared/diary-period.ts'
import { DiaryView } from '#web/features/diary/diary-view.tsx'
import { prefetchDiary } from '#web/features/diary/diary.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { prefetch } from '#web/lib/query-client.ts'
import { profileQueryClient } from '#web/lib/viewed-as.ts'

/** What an address names, where there is such a part of the calendar. */
const periodOf = (period = '') => (periodDays(period) === null ? undefined : period)

export function loader(args: LoaderFunctionArgs) {
  const queryClient = profileQueryClient(args)
  const { id = '', period } = args.params
  return prefetch(
    queryClient.prefetchQuery(memberQuery(id)),
    prefetchDiary(queryClient, id, periodOf(period)),
  )
}

/** What a member watched, day by day. */
export function Component() {
  const { id = '', period } = useParams()
  return (
    <ViewedAs>
      <DiaryView key={id} userId={id} period={periodOf(period)} />
    </ViewedAs>
  )
}
