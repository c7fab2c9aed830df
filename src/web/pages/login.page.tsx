import { useTranslation } from '#web/i18n/index.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { LoginForm } from '#web/features/accounts/guest/login-form.tsx'
import { loadPage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const title = t('auth.login.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title} welcome="high">
      <LoginForm onLoggedIn={() => loadPage(paths.homeAfterLogin())} />
    </GuestLayout>
  )
}
