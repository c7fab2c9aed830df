import { useTranslation } from 'react-i18next'
import { useRevalidator, useRouteError } from 'react-router'
import { errorText } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './error-page.module.css'

/** A route that failed, and another try: data is asked for again; missing code needs a reload of the page. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const revalidator = useRevalidator()
  const title = t('errorPage.title')
  usePageTitle(title)
  const retry = () => {
    if (error instanceof ApiError) void revalidator.revalidate()
    else window.location.reload()
  }
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.text} role="alert">
        {errorText(error, 'errorPage.text')}
      </p>
      <Button busy={revalidator.state === 'loading'} onClick={retry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
