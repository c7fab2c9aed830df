import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { needTexts, useTranslation } from '#web/i18n/index.ts'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
import { LoginForm } from '#web/features/accounts/guest/login-form.tsx'
import type { LoginState } from '#web/features/accounts/guest/use-next-step.ts'
import { loadPage } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#shared/paths.ts'

const loadSecondStep = async () => {
  const [{ SecondStepForm }] = await Promise.all([
    import('#web/features/accounts/guest/second-step-form.tsx'),
    needTexts('steps'),
  ])
  return { default: SecondStepForm }
}
const SecondStepForm = lazy(loadSecondStep)

export function Component() {
  const { t } = useTranslation()
  const { challenge, said } = (useLocation().state ?? {}) as LoginState
  const title = t('auth.login.title')
  usePageTitle(title)
  const onLoggedIn = () => loadPage(paths.homeAfterLogin())
  return (
    <GuestLayout title={title} welcome="high">
      {challenge ? (
        <Suspense fallback={null}>
          <SecondStepForm challenge={challenge} onLoggedIn={onLoggedIn} />
        </Suspense>
      ) : (
        <LoginForm said={said} onLoggedIn={onLoggedIn} />
      )}
    </GuestLayout>
  )
}
