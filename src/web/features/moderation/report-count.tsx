import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { caseCountsQuery } from './moderation.api.ts'

/** How many reports and appeals wait for a decision, for whoever decides. */
export function ReportCount({ className }: { className: string | undefined }) {
  const { locale } = useTranslation()
  const { data } = useQuery(caseCountsQuery())
  const waiting = data ? data.open + data.appeals : 0
  return waiting > 0 ? <span className={className}>{formatNumber(waiting, locale)}</span> : null
}
