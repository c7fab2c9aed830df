import type { LoaderFunctionArgs } from 'react-router'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { OwnReview } from '#web/features/logs/review/own-review.tsx'
import { ShareReview } from '#web/features/sharing/share-review.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  return prefetch(loaderQueryClient(args).prefetchQuery(logQuery(args.params['id'] ?? '')))
}

export function Component() {
  const { t } = useTranslation()
  return (
    <OwnReview title={t('share.card.title')} skeleton={<p role="status">{t('common.loading')}</p>}>
      {(log, onBack) => <ShareReview key={log._id} log={log} onBack={onBack} />}
    </OwnReview>
  )
}
