import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { isUnknown } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import styles from './load-failed.module.css'

interface LoadFailedProps {
  text: string
  onRetry: () => unknown
  /** Said instead without a network, where more can be said than that it was never loaded. */
  offline?: string | undefined
  /** Said instead where nothing has the asked id: another try would not help. */
  unknown?: string
  /** What `unknown` is decided by. */
  error?: Error | null
  /** One section among others. */
  small?: boolean
}

/** In the place of what could not be loaded, with the way to ask for it again. */
export function LoadFailed({ text, onRetry, offline, unknown, error = null, small }: LoadFailedProps) {
  const { t } = useTranslation()
  const online = useOnline()
  if (unknown !== undefined && isUnknown(error)) return <EmptyState drawing="curtain" text={unknown} />
  return (
    <EmptyState
      drawing="curtain"
      text={online ? text : (offline ?? t('common.notSaved'))}
      small={small ?? false}
      action={<TryAgain onRetry={onRetry} />}
    />
  )
}

interface ShownAsEmptyProps extends Pick<LoadFailedProps, 'onRetry' | 'small'> {
  children: ReactNode
}

/**
 * In the place of what failed and shows as nothing being there, with the way to ask for it again: without a network
 * nobody knows whether it is.
 */
export function ShownAsEmpty({ children, ...failed }: ShownAsEmptyProps) {
  if (!useOnline()) return <LoadFailed {...failed} text="" />
  return (
    <div className={styles.shown}>
      {children}
      <TryAgain onRetry={failed.onRetry} />
    </div>
  )
}

function TryAgain({ onRetry }: Pick<LoadFailedProps, 'onRetry'>) {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" size="sm" onClick={() => void onRetry()}>
      {t('common.tryAgain')}
    </Button>
  )
}
