import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ComponentType, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { finishLogin, whenIdle, whenUsed } from '#web/lib/page-load.ts'
import { paths } from '#shared/paths.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { loginMutation } from '../accounts.api.ts'
import { GoogleButton } from './google-button.tsx'
import type { LoginState } from './lead-on.ts'
import type { BelowProps } from './passkey-login.tsx'
import { useSignUpGate } from './use-sign-up-gate.ts'
import { emailField } from './account-fields.ts'
import styles from './account-form.module.css'

/** Too many tries is worth saying; whatever else went wrong reads the same. */
function failureText(error: unknown, text: string): string {
  const isSaid = error instanceof ApiError && (error.status === 429 || error.code === 'auth.suspended')
  return isSaid ? errorText(error, 'auth.login.failed') : text
}

/** Passkeys and the second step. */
export const loadMore = async () => (await import('./login-more.tsx')).openMore()

/** Whether the error asks for more than was given; then the screen for that is on its way. */
async function leadsOn(...refused: Parameters<Awaited<ReturnType<typeof loadMore>>['leadOn']>) {
  try {
    return (await loadMore()).leadOn(...refused)
  } catch {
    return false
  }
}

export function LoginForm() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const login = useExclusiveMutation({
    ...loginMutation(),
    // Here, so that a session for which the storage has no room is a login that failed.
    onSuccess: (session) => finishLogin(session),
    // Before anything is said to have failed.
    onError: async (error, { email: address }) => {
      if (!(await leadsOn(navigate, error, address))) toast.error(t('auth.login.failedToast'))
    },
  })
  const busy = login.isPending || login.isSuccess
  const { ClosedLine } = useSignUpGate()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (login.isSuccess || login.isRunning()) return
    login.mutate({ email: email.trim(), password })
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('auth.email')}
        {...emailField}
        autoComplete="username webauthn"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={t('auth.password.label')}
        showLabel={t('auth.password.show')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Link className={`${styles.link} ${styles.aside}`} to={paths.forgotPassword()}>
        {t('auth.login.forgot')}
      </Link>
      {login.error ? <InlineError text={failureText(login.error, t('auth.login.failed'))} /> : null}
      <Button type="submit" busy={busy}>
        {t('auth.login.submit')}
      </Button>
      <More />
      <p className={styles.or}>{t('auth.login.or')}</p>
      <GoogleButton />
      <p className={styles.links}>
        {ClosedLine ? (
          <ClosedLine />
        ) : (
          <Link className={styles.link} to={paths.signup()}>
            {t('auth.login.signup')}
          </Link>
        )}
      </p>
    </form>
  )
}

/** Passkeys: their code comes when somebody is about to log in; where it cannot be loaded the form does without. */
function More() {
  const { t } = useTranslation()
  const online = useOnline()
  const { said } = (useLocation().state ?? {}) as LoginState
  const [Loaded, setLoaded] = useState<ComponentType<BelowProps> | null>(null)
  const [pressed, setPressed] = useState(false)
  const [busy, setBusy] = useState(false)
  const load = async () => {
    const more = await loadMore()
    setLoaded(() => more.Below)
  }
  const loadSilently = useEffectEvent(() => void load().catch(() => undefined))
  // The screen that is shown again says why.
  useEffect(() => (said === undefined ? whenUsed : whenIdle)(() => loadSilently()), [said])
  const press = () => {
    setPressed(true)
    load().catch(() => {
      setPressed(false)
      toast.error(t('auth.login.failedToast'))
    })
  }
  const hasPasskeys = 'PublicKeyCredential' in window
  return (
    // Without passkeys only a word about the network may show here, which needs no room kept.
    <div className={hasPasskeys ? styles.passkeys : undefined}>
      {Loaded ? <Loaded pressed={pressed} onHeard={() => setPressed(false)} onBusy={setBusy} /> : null}
      {hasPasskeys && online ? (
        <Button variant="ghost" icon={<KeyRound />} busy={busy} onClick={press}>
          {t('auth.passkey.use')}
        </Button>
      ) : null}
    </div>
  )
}
