import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { getResetFlow } from '#web/features/accounts/guest/code-flow.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { ResetExpired } from '#web/features/accounts/guest/code-forms.tsx'
import { ResetPasswordForm } from '#web/features/accounts/guest/reset-password-form.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [flow] = useState(getResetFlow)
  const title = t('auth.reset.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title}>
      {flow?.code ? (
        <ResetPasswordForm
          email={flow.email}
          code={flow.code}
          onReset={() => void navigate(paths.login(), { replace: true })}
        />
      ) : (
        <ResetExpired onReturn={() => void navigate(paths.forgotPassword(), { replace: true })} />
      )}
    </GuestLayout>
  )
}
