import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { setFlash } from '#web/lib/flash.ts'
import { paths } from '#web/lib/paths.ts'
import { clearResetFlow } from '#web/lib/reset-flow.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sendNewPassword } from './codes.api.ts'
import { passwordStrength } from './password-strength.ts'
import styles from './account-form.module.css'

/** Specification 1, section 9. */
const leastLength = 6

/** The length that the server asks for where its operator raised it (`newPassword: at least 8 characters`). */
function askedLength(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'auth.reset_password_short') return null
  const issue = error.issues.find(({ path }) => path === 'newPassword')
  return /\d+/.exec(issue?.message ?? '')?.[0] ?? null
}

const reasonOf = (error: unknown) => (error ? errorText(error, 'auth.reset.failed') : null)

interface ResetPasswordFormProps {
  email: string
  code: string
  /** Leaves the page. */
  onReset: () => void
}

export function ResetPasswordForm({ email, code, onReset }: ResetPasswordFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [fault, setFault] = useState<'short' | 'mismatch' | null>(null)
  const reset = useSubmit(sendNewPassword)
  const asked = askedLength(reset.error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.busy || reset.done) return
    const found = password.length < leastLength ? 'short' : password === repeated ? null : 'mismatch'
    setFault(found)
    if (found) {
      const name = found === 'short' ? 'password' : 'confirmation'
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
      return
    }
    reset.submit(
      { email, code, newPassword: password },
      {
        onSuccess: () => {
          clearResetFlow()
          setFlash('password-updated')
          onReset()
        },
        onError: () => toast.error(t('auth.reset.failedToast')),
      },
    )
  }

  const failure = asked ? t('auth.reset.shortest', { n: asked }) : reasonOf(reset.error)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('auth.reset.newPassword')}
        showLabel={t('auth.password.show')}
        name="password"
        autoComplete="new-password"
        maxLength={200}
        value={password}
        hint={password === '' ? undefined : t(`auth.password.strength.${passwordStrength(password)}`)}
        error={fault === 'short' ? t('auth.reset.short') : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('auth.reset.confirmPassword')}
        showLabel={t('auth.password.show')}
        name="confirmation"
        autoComplete="new-password"
        maxLength={200}
        value={repeated}
        error={fault === 'mismatch' ? t('auth.reset.mismatch') : undefined}
        onChange={(event) => setRepeated(event.target.value)}
      />
      {failure && !fault ? <InlineError text={failure} /> : null}
      <Button type="submit" busy={reset.busy || reset.done}>
        {t('auth.reset.submit')}
      </Button>
      <p className={styles.links}>
        <a className={styles.link} href={paths.forgotPassword()}>
          {t('auth.resetCode.goBack')}
        </a>
      </p>
    </form>
  )
}
