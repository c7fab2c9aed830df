import { useTranslation } from 'react-i18next'
import { rememberCodeSent } from '#web/features/accounts/code-sent.ts'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { SignUpForm } from '#web/features/accounts/sign-up-form.tsx'
import { loadPage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const title = t('auth.signup.title')
  usePageTitle(title)
  const goOn = () => {
    rememberCodeSent()
    loadPage(paths.verifyEmail())
  }
  return (
    <GuestLayout title={title}>
      <SignUpForm onSignedUp={goOn} />
    </GuestLayout>
  )
}
