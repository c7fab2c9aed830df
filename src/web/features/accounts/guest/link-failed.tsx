import { loadErrorText } from '#web/features/paging/load-failed.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import styles from './account-form.module.css'

interface LinkFailedProps {
  error: Error
  busy: boolean
  onRetry: () => unknown
}

/** In the place of what the link of a mail or of the terminal leads to, where that could not be loaded. */
export function LinkFailed({ error, busy, onRetry }: LinkFailedProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <InlineError text={loadErrorText(error)} />
      <Button variant="secondary" busy={busy} onClick={() => void onRetry()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
