import { useParams, type LoaderFunctionArgs } from 'react-router'
import { ViewedAs } from '#web/features/audiences/viewed-as.tsx'
import { paths } from '#shared/paths.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { statisticsQuery } from '#web/features/statistics/statistics.api.ts'
import { StatisticsView } from '#web/features/statistics/statistics-view.tsx'
import { prefetch } from '#web/lib/query-client.ts'
import { profileQueryClient } from '#web/lib/viewed-as.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { useBack } from '#web/lib/use-back.ts'

/** What is no year means all time. */
function yearOf(search: URLSearchParams): number | undefined {
  const text = search.get('year') ?? ''
  return /^\d{4}$/.test(text) ? Number(text) : undefined
}

export function loader(args: LoaderFunctionArgs) {
  const queryClient = profileQueryClient(args)
  const id = args.params['id'] ?? ''
  const year = yearOf(new URL(args.request.url).searchParams)
  return prefetch(
    queryClient.prefetchQuery(memberQuery(id)),
    queryClient.prefetchQuery(statisticsQuery(id, year)),
  )
}

export function Component() {
  const { id = '' } = useParams()
  const { search, choose } = useAddressChoice()
  const back = useBack(paths.profile(id))
  return (
    <ViewedAs>
      <StatisticsView
        key={id}
        userId={id}
        year={yearOf(search)}
        onYear={(year) => choose({ year: year === undefined ? '' : String(year) })}
        onBack={back}
      />
    </ViewedAs>
  )
}
