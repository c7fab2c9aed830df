import { useQuery } from '@tanstack/react-query'
import { Navigate, redirect, useParams, type LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { logPath } from '#web/features/logs/log-target.ts'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { ReviewSkeleton } from '#web/features/logs/review/review-view.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'

/** Sends to the review when the log has text or media, else to the film. */
export async function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const query = logQuery(args.params['logId'] ?? '')
  await prefetch(queryClient.prefetchQuery(query))
  const log = queryClient.getQueryData(query.queryKey)
  return log ? redirect(logPath(log)) : null
}

/** Where the log is not here at once. The review screen says what is wrong with one that cannot be had. */
export function Component() {
  const { t } = useTranslation()
  const { logId = '' } = useParams()
  const back = useBack(paths.home())
  const { data: log, isPending } = useQuery(logQuery(logId))
  usePageTitle(t('review.title'))
  if (!isPending) return <Navigate to={log ? logPath(log) : paths.review(logId)} replace />
  return (
    <>
      <TopBar overlay title={t('review.title')} onBack={back} />
      <ReviewSkeleton />
    </>
  )
}
