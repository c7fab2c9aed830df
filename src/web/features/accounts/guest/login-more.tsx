import { CloudOff } from 'lucide-react'
import { useLocation } from 'react-router'
import { needTexts, useTranslation } from '#web/i18n/index.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { leadOn, type LoginState } from './lead-on.ts'
import styles from './login-more.module.css'
import { PasskeyLogin } from './passkey-login.tsx'
import { SecondStepForm } from './second-step-form.tsx'

export interface LoginMoreProps {
  /** Leaves the page. */
  onLoggedIn: () => void
}

/** The second step once the first is done; until then what stands below the login form. */
function LoginMore({ onLoggedIn }: LoginMoreProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const { challenge, said } = (useLocation().state ?? {}) as LoginState
  const offline = online ? null : (
    <p className={styles.offline} role="status">
      <CloudOff aria-hidden="true" size={20} />
      <span>{t('auth.passkey.offline')}</span>
    </p>
  )
  if (challenge === undefined) return offline ?? <PasskeyLogin said={said} onLoggedIn={onLoggedIn} />
  return (
    <>
      <SecondStepForm challenge={challenge} onLoggedIn={onLoggedIn} />
      {offline}
    </>
  )
}

/** What the login screen has beyond its form, and its texts. */
export async function openMore() {
  await needTexts('steps')
  return { default: LoginMore, leadOn }
}
