import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { CommentPreview } from '#web/features/logs/comment-preview.tsx'
import { logQuery, type WholeLog } from '#web/features/logs/logs.api.ts'
import { ReviewFailed } from '#web/features/logs/review-failed.tsx'
import { ReviewMenu } from '#web/features/logs/review-menu.tsx'
import { ReviewSkeleton, ReviewView } from '#web/features/logs/review-view.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { loaderQueryClient } from '#web/lib/query-client.ts'
import { useBack } from '#web/lib/use-back.ts'
import { Section } from '#web/ui/section.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import styles from './review.module.css'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(logQuery(args.params['id'] ?? '')))
}

export function Component() {
  const { t } = useTranslation()
  const back = useBack(paths.home())
  const { id = '' } = useParams()
  const { data: log, isPending } = useQuery(logQuery(id))
  usePageTitle(log ? t('review.by', { title: log.title, name: log.user.username }) : t('review.title'))

  return (
    <>
      <TopBar
        overlay={log !== undefined || isPending}
        title={log ? <bdi>{log.title}</bdi> : t('review.title')}
        backLabel={t('common.back')}
        onBack={back}
        action={log ? <ReviewMenu log={log} /> : null}
      />
      {log ? (
        <ReviewView key={log._id} log={log} comments={<Comments log={log} />} />
      ) : isPending ? (
        <ReviewSkeleton />
      ) : (
        <div className={styles.failed}>
          <ReviewFailed />
        </div>
      )}
    </>
  )
}

function Comments({ log }: { log: WholeLog }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('review.comments')}
      action={<Link to={paths.replies(log._id)}>{t('common.more')}</Link>}
    >
      {log.replies.length === 0 ? (
        <p className={styles.none}>{t('review.commentsEmpty')}</p>
      ) : (
        <ul>
          {log.replies.slice(0, 3).map((reply) => (
            <li key={reply._id}>
              <CommentPreview reply={reply} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
