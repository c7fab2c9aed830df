import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './progress-bar.module.css'

/** A thin line at the top while the next screen loads; fast loads never show it. */
export function ProgressBar() {
  const { t } = useTranslation()
  const loading = useNavigation().state !== 'idle'
  return (
    <div role="status">
      {loading ? (
        <div className={styles.bar}>
          <VisuallyHidden>{t('common.pageLoading')}</VisuallyHidden>
        </div>
      ) : null}
    </div>
  )
}
