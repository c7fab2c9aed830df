import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { getResetFlow, getResetUsername, wasCodeJustSent } from '#web/features/accounts/guest/code-flow.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { ResetExpired, VerifyResetCodeForm } from '#web/features/accounts/guest/code-forms.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [flow] = useState(getResetFlow)
  const [username] = useState(getResetUsername)
  const [justSent] = useState(wasCodeJustSent)
  const title = t('auth.resetCode.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      {flow ? (
        <VerifyResetCodeForm
          email={flow.email}
          username={username}
          justSent={justSent}
          onVerified={() => void navigate(paths.resetPassword())}
        />
      ) : (
        <ResetExpired onReturn={() => void navigate(paths.forgotPassword(), { replace: true })} />
      )}
    </GuestLayout>
  )
}
