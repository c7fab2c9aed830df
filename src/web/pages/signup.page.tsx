import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { SignUpForm } from '#web/features/accounts/sign-up-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = t('auth.signup.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      <SignUpForm onSignedUp={() => void navigate(paths.verifyEmail(), { state: { codeSent: true } })} />
    </GuestLayout>
  )
}
