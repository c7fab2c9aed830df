import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { isUnknown } from '#web/lib/api.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

interface ReviewFailedProps {
  error: Error | null
  onRetry: () => unknown
}

/** In the place of a review that could not be loaded: with another try, or the way home where there is none such. */
export function ReviewFailed({ error, onRetry }: ReviewFailedProps) {
  const { t } = useTranslation()
  // Once, also where texts that come later make the texts others.
  const tell = useEffectEvent(() => toast.error(t('review.loadFailed')))
  useEffect(() => tell(), [])
  const failed = (
    <EmptyState
      drawing="curtain"
      text={t('review.loadFailed')}
      action={
        <Link className={buttonClass('secondary', 'sm')} to={paths.home()}>
          {t('nav.home')}
        </Link>
      }
    />
  )
  return isUnknown(error) ? failed : <ShownAsEmpty onRetry={onRetry}>{failed}</ShownAsEmpty>
}
