import { useLocation } from 'react-router'
import { FirstOperator } from '#web/features/accounts/guest/first-operator.tsx'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { loadPage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
  const title = t('firstOperator.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <FirstOperator token={token} onDone={() => loadPage(paths.admin())} />
    </GuestLayout>
  )
}
