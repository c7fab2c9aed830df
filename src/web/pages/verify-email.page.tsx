import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wasCodeJustSent } from '#web/features/accounts/code-sent.ts'
import { GuestLayout } from '#web/features/accounts/guest-layout.tsx'
import { VerifyEmailForm } from '#web/features/accounts/verify-email-form.tsx'
import { loadPage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'

export function Component() {
  const { t } = useTranslation()
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
        onVerified={() => loadPage(paths.home())}
      />
    </GuestLayout>
  )
}
