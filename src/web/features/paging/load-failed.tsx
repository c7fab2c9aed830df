import { useTranslation } from 'react-i18next'
import { isUnknown } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface LoadFailedProps {
  text: string
  onRetry: () => unknown
  /** Said instead where nothing has the asked id: another try would not help. */
  unknown?: string
  /** What `unknown` is decided by. */
  error?: Error | null
}

/** In the place of what could not be loaded, with the way to ask for it again. */
export function LoadFailed({ text, onRetry, unknown, error = null }: LoadFailedProps) {
  const { t } = useTranslation()
  if (unknown !== undefined && isUnknown(error)) return <EmptyState drawing="curtain" text={unknown} />
  return (
    <EmptyState
      drawing="curtain"
      text={text}
      action={
        <Button variant="secondary" size="sm" onClick={() => void onRetry()}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  )
}
