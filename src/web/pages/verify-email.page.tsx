import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { VerifyEmailForm } from '#web/features/accounts/verify-email-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const session = useSession()
  const title = t('auth.verify.title')
  usePageTitle(title)
  if (!session) return <Navigate to={paths.login()} replace />
  const justSent = (state as { codeSent?: boolean } | null)?.codeSent === true
  return (
    <GuestLayout title={title}>
      <VerifyEmailForm
        email={session.user.email}
        justSent={justSent}
        onVerified={() => void navigate(paths.home())}
      />
    </GuestLayout>
  )
}
