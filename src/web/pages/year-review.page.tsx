import { useParams, useSearchParams } from 'react-router'
import { paths } from '#shared/paths.ts'
import { OwnYear, SharedYear } from '#web/features/statistics/year-review.tsx'
import { useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'

/** One's own year, or, with the key of a link, anybody's. */
export function Component() {
  const { id = '', year = '' } = useParams()
  const [search] = useSearchParams()
  const member = useMember()
  const back = useBack(paths.statistics(id, Number(year)))
  const key = search.get('key') ?? ''
  return member?._id === id && key === '' ? (
    <OwnYear key={year} userId={id} year={Number(year)} onBack={back} />
  ) : (
    <SharedYear key={key} shareKey={key} year={Number(year)} onBack={member ? back : undefined} />
  )
}
