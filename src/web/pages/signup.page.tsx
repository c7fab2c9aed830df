import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { rememberCodeSent } from '#web/features/accounts/guest/code-flow.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { SignUpForm } from '#web/features/accounts/guest/sign-up-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = t('auth.signup.title')
  usePageTitle(title)
  const goOn = (pendingEmail?: string) => {
    rememberCodeSent()
    if (pendingEmail === undefined) void navigate(paths.verifyEmail(), { replace: true })
    else void navigate(paths.waiting(), { replace: true, state: { email: pendingEmail } })
  }
  return (
    <GuestLayout title={title} welcome="low">
      <SignUpForm onSignedUp={goOn} />
    </GuestLayout>
  )
}
