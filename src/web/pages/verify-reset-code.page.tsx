import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wasCodeJustSent } from '#web/features/accounts/code-sent.ts'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { ResetExpired } from '#web/features/accounts/reset-expired.tsx'
import { getResetUsername } from '#web/features/accounts/reset-username.ts'
import { VerifyResetCodeForm } from '#web/features/accounts/verify-reset-code-form.tsx'
import { loadPage, replacePage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { getResetFlow } from '#web/lib/reset-flow.ts'

export function Component() {
  const { t } = useTranslation()
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
          onVerified={() => loadPage(paths.resetPassword())}
        />
      ) : (
        <ResetExpired onReturn={() => replacePage(paths.forgotPassword())} />
      )}
    </GuestLayout>
  )
}
