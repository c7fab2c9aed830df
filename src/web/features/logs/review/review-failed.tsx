import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { WayHome } from '#web/features/paging/ways-on.tsx'
import { isUnknown } from '#web/lib/api.ts'
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
  const text = t('review.loadFailed')
  if (isUnknown(error)) return <EmptyState drawing="curtain" text={text} action={<WayHome />} />
  return (
    <ShownAsEmpty onRetry={onRetry}>
      <EmptyState drawing="curtain" text={text} />
    </ShownAsEmpty>
  )
}
