import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'

export function Component() {
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
