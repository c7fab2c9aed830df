import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { wasCodeJustSent } from '#web/features/accounts/guest/code-flow.ts'
import { VerifyEmailForm } from '#web/features/accounts/guest/code-forms.tsx'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { GuestNotice } from '#web/features/accounts/guest/guest-notice.tsx'
import type { WaitingState } from '#web/features/accounts/guest/lead-on.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

/** For who has yet to be let in: the code of their address first, then that an operator decides. */
export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useLocation().state as Partial<WaitingState> | null
  const email = typeof state?.email === 'string' && state.email !== '' ? state.email : null
  const [justSent] = useState(wasCodeJustSent)
  const title = t(email === null ? 'auth.waiting.title' : 'auth.verify.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      {email === null ? (
        <GuestNotice
          text={t('auth.waiting.text')}
          link={{ to: paths.login(), label: t('auth.forgot.backToLogin') }}
        />
      ) : (
        <VerifyEmailForm
          email={email}
          justSent={justSent}
          onVerified={() => void navigate(paths.waiting(), { replace: true, state: null })}
        />
      )}
    </GuestLayout>
  )
}
