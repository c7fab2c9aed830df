import type { ReactNode } from 'react'
import { failureText } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { isUnknown } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import styles from './load-failed.module.css'
import { WayHome } from './ways-on.tsx'

interface LoadFailedProps {
  /** Said instead of the failure's reason. */
  text?: string
  onRetry: () => unknown
  /** Said instead without a network, where more can be said than that it was never loaded. */
  offline?: string | undefined
  /** Said instead where nothing has the asked id: another try would not help. */
  unknown?: string
  /** Where to go on from there, if not home. */
  wayOn?: ReactNode
  /** What its reason, and `unknown`, are told by. */
  error?: Error | null
  /** One section among others. */
  small?: boolean
}

/** Why something could not be loaded; where no reason is told, that it could not. */
export const loadErrorText = (error: Error | null): string => failureText(error, 'common.loadFailed')

/** In the place of what could not be loaded, with the way to ask for it again. */
export function LoadFailed({ text, onRetry, offline, unknown, wayOn, error = null, small }: LoadFailedProps) {
  const { t } = useTranslation()
  const online = useOnline()
  if (unknown !== undefined && isUnknown(error))
    return <EmptyState drawing="curtain" text={unknown} action={wayOn ?? <WayHome />} />
  return (
    <EmptyState
      drawing="curtain"
      text={online ? (text ?? loadErrorText(error)) : (offline ?? t('common.notSaved'))}
      small={small ?? false}
      action={<TryAgain onRetry={onRetry} />}
    />
  )
}

interface ShownAsEmptyProps extends Pick<LoadFailedProps, 'onRetry' | 'small'> {
  children: ReactNode
}

/**
 * For lists whose failure looks like an empty list: `children` with a button to try again. Without a network it says
 * instead that the list could not be loaded.
 */
export function ShownAsEmpty({ children, ...failed }: ShownAsEmptyProps) {
  if (!useOnline()) return <LoadFailed {...failed} />
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
