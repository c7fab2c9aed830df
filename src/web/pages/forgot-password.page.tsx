import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { ForgotPasswordForm } from '#web/features/accounts/guest/forgot-password-form.tsx'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = t('auth.forgot.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <ForgotPasswordForm onSent={() => void navigate(paths.verifyResetCode())} />
    </GuestLayout>
  )
}
