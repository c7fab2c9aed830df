import { useLocation } from 'react-router'
import { needTexts } from '#web/i18n/index.ts'
import { leadOn, type LoginState } from './lead-on.ts'
import { PasskeyLogin } from './passkey-login.tsx'
import { SecondStepForm } from './second-step-form.tsx'

export interface LoginMoreProps {
  /** Leaves the page. */
  onLoggedIn: () => void
}

/** The second step once the first is done; until then what stands below the login form. */
function LoginMore({ onLoggedIn }: LoginMoreProps) {
  const { challenge, said } = (useLocation().state ?? {}) as LoginState
  return challenge === undefined ? (
    <PasskeyLogin said={said} onLoggedIn={onLoggedIn} />
  ) : (
    <SecondStepForm challenge={challenge} onLoggedIn={onLoggedIn} />
  )
}

/** What the login screen has beyond its form, and its texts. */
export async function openMore() {
  await needTexts('steps')
  return { default: LoginMore, leadOn }
}
