import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Security } from '#shared/api/security.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { passwordStrength } from '#web/features/accounts/guest/password-strength.ts'
import { sessionsQuery } from '#web/features/accounts/sessions.api.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { isGivenUp } from './given-up.ts'
import { changePasswordMutation } from './security.api.ts'
import styles from './security.module.css'

interface PasswordDialogProps {
  open: boolean
  security: Security
  onClose: () => void
}

/** Changes the password, or sets the first one. */
export function PasswordDialog({ open, security, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  return (
    <Sheet
      open={open}
      onClose={() => {
        // Another question may be above this one.
        if (!isBusy) onClose()
      }}
      title={t(security.hasPassword ? 'security.signIn.changePassword' : 'security.signIn.setPassword')}
    >
      <PasswordForm security={security} onBusy={setBusy} onClose={onClose} />
    </Sheet>
  )
}

type FieldName = 'current' | 'password' | 'confirmation'

interface Fault {
  field: FieldName | null
  text: string
}

const faultyField = (error: unknown): FieldName | null => {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'auth.password_wrong') return 'current'
  return code === 'auth.password_known' || code === 'auth.reset_password_short' ? 'password' : null
}

interface PasswordFormProps {
  security: Security
  onBusy: (busy: boolean) => void
  onClose: () => void
}

function PasswordForm({
  security: { email, hasPassword, passwordMinLength: min },
  onBusy,
  onClose,
}: PasswordFormProps) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const queryClient = useQueryClient()
  const change = useMutation(changePasswordMutation(queryClient))
  const tooShort = t('auth.reset.shortest', { n: min })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    const form = event.currentTarget
    const fail = (field: FieldName | null, text: string) => {
      setFault({ field, text })
      if (field) form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    }
    setFault(null)
    if (hasPassword && current === '') return fail('current', t('errors.auth.password_wrong'))
    if (password.length < min) return fail('password', tooShort)
    if (password !== repeated) return fail('confirmation', t('auth.reset.mismatch'))
    onBusy(true)
    change.mutate(
      { newPassword: password, ...(hasPassword && { currentPassword: current }) },
      {
        onSuccess: () => {
          toast.success(t('security.signIn.passwordChanged'))
          void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
          onClose()
        },
        onError: (error) => {
          if (isGivenUp(error)) return
          const field = faultyField(error)
          const isShort = error instanceof ApiError && error.code === 'auth.reset_password_short'
          if (field === 'current') setCurrent('')
          fail(field, isShort ? tooShort : failureText(error, 'common.saveFailed'))
        },
        onSettled: () => onBusy(false),
      },
    )
  }
  const errorOf = (field: FieldName) => (fault?.field === field ? fault.text : undefined)
  const showLabel = t('auth.password.show')
  const strength = password === '' ? tooShort : t(`auth.password.strength.${passwordStrength(password)}`)
  return (
    <form className={styles.view} onSubmit={submit} noValidate>
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {hasPassword ? (
        <PasswordField
          label={t('security.signIn.currentPassword')}
          showLabel={showLabel}
          name="current"
          autoComplete="current-password"
          data-autofocus=""
          value={current}
          error={errorOf('current')}
          onChange={(event) => setCurrent(event.target.value)}
        />
      ) : null}
      <PasswordField
        label={t('auth.reset.newPassword')}
        showLabel={showLabel}
        name="password"
        autoComplete="new-password"
        maxLength={200}
        value={password}
        hint={strength}
        error={errorOf('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('auth.reset.confirmPassword')}
        showLabel={showLabel}
        name="confirmation"
        autoComplete="new-password"
        maxLength={200}
        value={repeated}
        error={errorOf('confirmation')}
        onChange={(event) => setRepeated(event.target.value)}
      />
      {fault?.field === null ? <InlineError text={fault.text} /> : null}
      <Button type="submit" busy={change.isPending}>
        {t('security.save')}
      </Button>
    </form>
  )
}
