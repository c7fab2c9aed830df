import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { requestResetCodeMutation } from '../codes.api.ts'
import { rememberCodeSent, rememberResetUsername, setResetFlow } from './code-flow.ts'
import { emailField, usernameField } from './account-fields.ts'
import styles from './account-form.module.css'

/** `onSent` leaves the page. */
export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const request = useExclusiveMutation(requestResetCodeMutation())

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (request.isSuccess || request.isRunning()) return
    const pair = { username: username.trim(), email: email.trim() }
    const isIncomplete = pair.username === '' || pair.email === ''
    setIncomplete(isIncomplete)
    if (isIncomplete) {
      const first = pair.username === '' ? 'username' : 'email'
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    request.mutate(pair, {
      onSuccess: () => {
        setResetFlow({ email: pair.email, code: null })
        rememberResetUsername(pair.username)
        rememberCodeSent()
        toast.success(t('auth.forgot.success'))
        onSent()
      },
      onError: () => toast.error(t('auth.forgot.failedToast')),
    })
  }

  const failure = request.error ? errorText(request.error, 'auth.forgot.failed') : null
  const error = incomplete ? t('auth.forgot.required') : failure
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('auth.forgot.text')}</p>
      <TextField
        label={t('auth.username')}
        {...usernameField}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        label={t('auth.email')}
        {...emailField}
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {error ? <InlineError text={error} /> : null}
      <Button type="submit" busy={request.isPending || request.isSuccess}>
        {t('auth.forgot.submit')}
      </Button>
      <p className={styles.links}>
        <Link className={styles.link} to={paths.login()}>
          {t('auth.forgot.backToLogin')}
        </Link>
      </p>
    </form>
  )
}
