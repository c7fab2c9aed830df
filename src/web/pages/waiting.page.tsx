import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import styles from '#web/features/accounts/guest/account-form.module.css'
import { wasCodeJustSent } from '#web/features/accounts/guest/code-flow.ts'
import { VerifyEmailForm } from '#web/features/accounts/guest/code-forms.tsx'
import { GuestLayout } from '#web/features/accounts/guest/guest-layout.tsx'
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
        <div className={styles.form}>
          <p className={styles.text}>{t('auth.waiting.text')}</p>
          <p className={styles.links}>
            <Link className={styles.link} to={paths.login()}>
              {t('auth.forgot.backToLogin')}
            </Link>
          </p>
        </div>
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
