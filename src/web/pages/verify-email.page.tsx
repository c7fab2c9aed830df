import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { wasCodeJustSent } from '#web/features/accounts/guest/code-flow.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { VerifyEmailForm } from '#web/features/accounts/guest/code-forms.tsx'
import { welcomeState } from '#web/features/welcome/welcome-state.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'
import { useSession } from '#web/lib/session.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const [justSent] = useState(wasCodeJustSent)
  const title = t('auth.verify.title')
  usePageTitle(title)
  // For the moment in which a session ends; the login screen is on its way then.
  if (!session) return null
  return (
    <GuestLayout title={title}>
      <VerifyEmailForm
        email={session.user.email}
        justSent={justSent}
        onVerified={() => void navigate(paths.home(), { replace: true, state: welcomeState(1) })}
      />
    </GuestLayout>
  )
}
