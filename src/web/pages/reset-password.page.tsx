import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { ResetExpired } from '#web/features/accounts/reset-expired.tsx'
import { ResetPasswordForm } from '#web/features/accounts/reset-password-form.tsx'
import { loadPage, replacePage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { getResetFlow } from '#web/lib/reset-flow.ts'

export function Component() {
  const { t } = useTranslation()
  const [flow] = useState(getResetFlow)
  const title = t('auth.reset.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      {flow?.code ? (
        <ResetPasswordForm email={flow.email} code={flow.code} onReset={() => loadPage(paths.login())} />
      ) : (
        <ResetExpired onReturn={() => replacePage(paths.forgotPassword())} />
      )}
    </GuestLayout>
  )
}
