import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'

/** What an address shows that leads nowhere, or nowhere for whoever asks. */
export function NotFound() {
  const { t } = useTranslation()
  const title = t('notFound.title')
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} />
      <EmptyState
        drawing="curtain"
        text={t('notFound.text')}
        action={
          <Link className={buttonClass('secondary')} to={paths.home()}>
            {t('notFound.home')}
          </Link>
        }
      />
    </>
  )
}
