import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

/** In the place of a review that could not be loaded. */
export function ReviewFailed() {
  const { t } = useTranslation()
  useEffect(() => {
    toast.error(t('review.loadFailed'))
  }, [t])
  return (
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
}
