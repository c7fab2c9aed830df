import { useQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { ReviewFailed } from '#web/features/logs/review/review-failed.tsx'
import { ReviewMenu } from '#web/features/logs/review/review-menu.tsx'
import { ReviewSkeleton, ReviewView } from '#web/features/logs/review/review-view.tsx'
import { TopComments } from '#web/features/replies/top-comments.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(logQuery(args.params['id'] ?? '')))
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const { id = '' } = useParams()
  const { data: log, isPending, error, refetch } = useQuery(logQuery(id))
  usePageTitle(log ? t('review.by', { title: log.title, name: log.user.username }) : t('review.title'))

  return (
    <>
      <TopBar
        overlay={log !== undefined || isPending}
        title={log ? <bdi>{log.title}</bdi> : t('review.title')}
        onBack={back}
        action={log ? <ReviewMenu log={log} /> : null}
      />
      {log ? (
        <ReviewView
          key={log._id}
          log={log}
          comments={<TopComments logId={log._id} filmId={log.tmdbId} replies={log.replies} />}
        />
      ) : isPending ? (
        <ReviewSkeleton />
      ) : (
        <div className={styles.failed}>
          <ReviewFailed error={error} onRetry={refetch} />
        </div>
      )}
    </>
  )
}
