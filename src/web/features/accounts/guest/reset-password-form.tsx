import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { resetPasswordMutation } from '../codes.api.ts'
import { clearResetFlow } from './code-flow.ts'
import { passwordStrength } from './password-strength.ts'
import styles from './account-form.module.css'

const minLength = 6

/** The length that the server asks for where its operator raised it. */
function askedLength(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'auth.reset_password_short') return null
  return Number(error.issues[0]?.params?.['min']) || null
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
  const reset = useExclusiveMutation(resetPasswordMutation())
  const asked = askedLength(reset.error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.isSuccess || reset.isRunning()) return
    const found = password.length < minLength ? 'short' : password === repeated ? null : 'mismatch'
    setFault(found)
    if (found) {
      const name = found === 'short' ? 'password' : 'confirmation'
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
      return
    }
    reset.mutate(
      { email, code, newPassword: password },
      {
        onSuccess: () => {
          clearResetFlow()
          toast.success(t('auth.reset.success'))
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
      <Button type="submit" busy={reset.isPending || reset.isSuccess}>
        {t('auth.reset.submit')}
      </Button>
      <p className={styles.links}>
        <Link className={styles.link} to={paths.forgotPassword()}>
          {t('auth.resetCode.goBack')}
        </Link>
      </p>
    </form>
  )
}
