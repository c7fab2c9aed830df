import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { ReviewFailed } from '#web/features/logs/review/review-failed.tsx'
import { ShareReview } from '#web/features/sharing/share-review.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(logQuery(args.params['id'] ?? '')))
}

export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const back = useBack(paths.review(id))
  const member = useMember()
  const { data: log, isPending, error, refetch } = useQuery(logQuery(id))
  usePageTitle(t('share.card.title'))
  // Only the author may.
  if (log && member && log.user._id !== member._id) return <Navigate to={paths.review(id)} replace />
  if (log) return <ShareReview key={log._id} log={log} onBack={back} />
  return (
    <>
      <TopBar title={t('share.card.title')} onBack={back} />
      <div className={styles.page} aria-busy={isPending}>
        {isPending ? (
          <p role="status">{t('common.loading')}</p>
        ) : (
          <ReviewFailed error={error} onRetry={refetch} />
        )}
      </div>
    </>
  )
}
