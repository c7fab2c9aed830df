import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { isEmail } from '#shared/username.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { rememberCodeSent } from '#web/features/accounts/guest/code-flow.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { isGivenUp } from './given-up.ts'
import { changeEmailMutation } from './security.api.ts'
import styles from './security.module.css'

interface EmailDialogProps {
  open: boolean
  onClose: () => void
}

/** Begins to change the address. */
export function EmailDialog({ open, onClose }: EmailDialogProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [failure, setFailure] = useState<string>()
  const change = useMutation(changeEmailMutation(useQueryClient()))
  const close = () => {
    // Another question may be above this one.
    if (change.isPending) return
    setEmail('')
    setFailure(undefined)
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    const field = event.currentTarget.querySelector('input')
    const fail = (text: string) => {
      setFailure(text)
      field?.focus()
    }
    if (!isEmail(email.trim())) return fail(t('errors.auth.email_invalid'))
    change.mutate(email.trim(), {
      onSuccess: () => {
        rememberCodeSent()
        setEmail('')
        onClose()
      },
      onError: (error) => {
        if (!isGivenUp(error)) fail(failureText(error, 'common.saveFailed'))
      },
    })
  }
  return (
    <Sheet open={open} onClose={close} title={t('security.signIn.changeEmail')}>
      <form className={styles.view} onSubmit={submit} noValidate>
        <p className={styles.muted}>{t('security.signIn.emailText')}</p>
        <TextField
          label={t('security.signIn.newEmail')}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
          value={email}
          error={failure}
          onChange={(event) => {
            setEmail(event.target.value)
            setFailure(undefined)
          }}
        />
        <Button type="submit" busy={change.isPending}>
          {t('security.signIn.sendCodes')}
        </Button>
      </form>
    </Sheet>
  )
}
