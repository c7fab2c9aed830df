import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { resetPasswordMutation } from '../codes.api.ts'
import { clearResetFlow } from './code-flow.ts'
import { refusalText } from './failed-tries.ts'
import { passwordStrength } from './password-strength.ts'
import styles from './account-form.module.css'

const minLength = 6

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
  const [failure, setFailure] = useState<string | null>(null)

  const explain = async (error: unknown) => setFailure(await refusalText(error, 'auth.reset.failed'))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.isSuccess || reset.isRunning()) return
    const found = password.length < minLength ? 'short' : password === repeated ? null : 'mismatch'
    setFault(found)
    setFailure(null)
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
        onError: (error) => {
          toast.error(t('auth.reset.failedToast'))
          void explain(error)
        },
      },
    )
  }

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
