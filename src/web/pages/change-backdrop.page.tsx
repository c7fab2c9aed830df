import type { LoaderFunctionArgs } from 'react-router'
import { filmQuery } from '#web/features/films/films.api.ts'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { BackdropsLoading, ChangeBackdrop } from '#web/features/logs/review/change-backdrop.tsx'
import { OwnReview } from '#web/features/logs/review/own-review.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  return prefetch(
    queryClient
      .ensureQueryData(logQuery(args.params['id'] ?? ''))
      .then((log) => queryClient.prefetchQuery(filmQuery(log.tmdbId))),
  )
}

export function Component() {
  const { t } = useTranslation()
  return (
    <OwnReview title={t('review.changeBackdrop')} skeleton={<BackdropsLoading />}>
      {(log, onBack) => <ChangeBackdrop key={log._id} log={log} onBack={onBack} />}
    </OwnReview>
  )
}
