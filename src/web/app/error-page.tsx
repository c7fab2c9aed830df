import { useTranslation } from 'react-i18next'
import { useRevalidator, useRouteError } from 'react-router'
import { errorText } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './error-page.module.css'

/** A screen that could not be shown. Data is asked for again; missing code needs the page anew. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const revalidator = useRevalidator()
  usePageTitle(t('errorPage.title'))
  const isData = error instanceof ApiError
  const retry = () => {
    if (isData) void revalidator.revalidate()
    else window.location.reload()
  }
  return (
    <div className={styles.page}>
      <h1>{t('errorPage.title')}</h1>
      <p className={styles.text} role="alert">
        {errorText(error, 'errorPage.text')}
      </p>
      <Button busy={revalidator.state === 'loading'} onClick={retry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
