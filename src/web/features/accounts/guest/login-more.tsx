import { CloudOff } from 'lucide-react'
import { useLocation } from 'react-router'
import { needTexts, useTranslation } from '#web/i18n/index.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { leadOn, type LoginState } from './lead-on.ts'
import styles from './login-more.module.css'
import { PasskeyLogin, type BelowProps } from './passkey-login.tsx'
import { SecondStepForm } from './second-step-form.tsx'

/** Why nothing goes just now; null while there is a network. */
function Offline() {
  const { t } = useTranslation()
  return useOnline() ? null : (
    <p className={styles.offline} role="status">
      <CloudOff aria-hidden="true" size={20} />
      <span>{t('auth.passkey.offline')}</span>
    </p>
  )
}

const useLoginState = () => (useLocation().state ?? {}) as LoginState

/** In the place of the form once the first step is done. */
function SecondStep() {
  const { challenge = '' } = useLoginState()
  return (
    <>
      <SecondStepForm challenge={challenge} />
      <Offline />
    </>
  )
}

/** Below the form's button, above the one for passkeys. */
function Below(props: BelowProps) {
  const { said } = useLoginState()
  return useOnline() ? <PasskeyLogin said={said} {...props} /> : <Offline />
}

/** What the login screen has beyond its form, and its texts. */
export async function openMore() {
  await needTexts('steps')
  return { default: SecondStep, Below, leadOn }
}
