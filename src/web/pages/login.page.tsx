import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { loadMore, LoginForm } from '#web/features/accounts/guest/login-form.tsx'
import type { LoginState } from '#web/features/accounts/guest/lead-on.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

const SecondStep = lazy(loadMore)

export function Component() {
  const { t } = useTranslation()
  const state = useLocation().state as LoginState | null
  const title = t('auth.login.title')
  usePageTitle(title)
  return (
    <GuestLayout title={title} welcome="high">
      {state?.challenge ? (
        <Suspense>
          <SecondStep />
        </Suspense>
      ) : (
        <LoginForm />
      )}
    </GuestLayout>
  )
}
