import { useTranslation } from 'react-i18next'
import { ForgotPasswordForm } from '#web/features/accounts/forgot-password-form.tsx'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { loadPage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const title = t('auth.forgot.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <ForgotPasswordForm onSent={() => loadPage(paths.verifyResetCode())} />
    </GuestLayout>
  )
}
