import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './error-panel.module.css'

interface ErrorPanelProps {
  error: unknown
  busy?: boolean
  onRetry: () => void
}

/** A screen that could not be shown, and another try. */
export function ErrorPanel({ error, busy = false, onRetry }: ErrorPanelProps) {
  const { t } = useTranslation()
  const title = t('errorPage.title')
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.text} role="alert">
        {errorText(error, 'errorPage.text')}
      </p>
      <Button busy={busy} onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
