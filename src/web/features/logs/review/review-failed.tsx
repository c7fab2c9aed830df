import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { isUnknown } from '#web/lib/api.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

interface ReviewFailedProps {
  error: Error | null
  onRetry: () => unknown
}

/** In the place of a review that could not be loaded: home where there is none, another try where one may help. */
export function ReviewFailed({ error, onRetry }: ReviewFailedProps) {
  const { t } = useTranslation()
  useEffect(() => {
    toast.error(t('review.loadFailed'))
  }, [t])
  return (
    <EmptyState
      drawing="curtain"
      text={t('review.loadFailed')}
      action={
        isUnknown(error) ? (
          <Link className={buttonClass('secondary', 'sm')} to={paths.home()}>
            {t('nav.home')}
          </Link>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => void onRetry()}>
            {t('common.tryAgain')}
          </Button>
        )
      }
    />
  )
}
