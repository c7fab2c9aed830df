import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { setFlash } from '#web/lib/flash.ts'
import { paths } from '#web/lib/paths.ts'
import { setSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AvatarField } from './avatar-field.tsx'
import { passwordStrength } from './password-strength.ts'
import type { SignUpFault, SignUpField } from './sign-up-rules.ts'
import { useAvailability, useEmailHint, useUsernameHint } from './use-availability.ts'
import { useSignUp } from './use-sign-up.ts'
import styles from './account-form.module.css'

/** A failed try keeps every field and the picture. `onSignedUp` leaves the page. */
export function SignUpForm({ onSignedUp }: { onSignedUp: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [avatar, setAvatar] = useState<Blob | null>(null)
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<SignUpFault | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const asks = useAvailability()
  const usernameHint = useUsernameHint(username, asks.username)
  const emailHint = useEmailHint(email.trim(), asks.email)
  const signUp = useSignUp(asks)

  const errorOf = (field: SignUpField) => (fault?.field === field ? t(fault.text) : undefined)
  const edit = (field: SignUpField, set: (value: string) => void) => (value: string) => {
    set(value)
    if (fault?.field === field) setFault(null)
  }

  const send = async () => {
    setBusy(true)
    setFault(null)
    setFailure(null)
    const result = await signUp({ avatar, username, email, password })
    if (result.kind === 'done') {
      // Busy until the next page is here.
      setSession(result.session)
      setFlash('signed-up')
      onSignedUp()
      return
    }
    setBusy(false)
    if (result.kind === 'failed') {
      setFailure(result.text)
      toast.error(t('auth.signup.failedToast'))
    } else {
      setFault(result.fault)
      form.current?.querySelector<HTMLInputElement>(`[name="${result.fault.field}"]`)?.focus()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void send()
  }

  const usernameError = errorOf('username')
  const emailError = errorOf('email')
  return (
    // The checks and their texts are ours; the browser's own would come first.
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <AvatarField
        avatar={avatar}
        error={errorOf('avatar')}
        onAvatar={(cropped) => {
          setAvatar(cropped)
          if (fault?.field === 'avatar') setFault(null)
        }}
      />
      <TextField
        label={t('auth.username')}
        name="username"
        // The address is what one logs in with, so that is what a password manager keeps.
        autoComplete="nickname"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        maxLength={100}
        value={username}
        hint={usernameHint ? undefined : t('auth.signup.usernameHint')}
        status={usernameError ? undefined : usernameHint}
        error={usernameError}
        onChange={(event) => edit('username', setUsername)(event.target.value)}
      />
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={email}
        status={emailError ? undefined : emailHint}
        error={emailError}
        onChange={(event) => edit('email', setEmail)(event.target.value)}
      />
      <PasswordField
        label={t('auth.password.label')}
        showLabel={t('auth.password.show')}
        name="password"
        autoComplete="new-password"
        maxLength={200}
        value={password}
        hint={password === '' ? undefined : t(`auth.password.strength.${passwordStrength(password)}`)}
        error={errorOf('password')}
        onChange={(event) => edit('password', setPassword)(event.target.value)}
      />
      {failure ? <InlineError text={failure} /> : null}
      <Button type="submit" busy={busy}>
        {t('auth.signup.submit')}
      </Button>
      <p className={styles.links}>
        <a className={styles.link} href={paths.login()}>
          {t('auth.signup.login')}
        </a>
      </p>
    </form>
  )
}
