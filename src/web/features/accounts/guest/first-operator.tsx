import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { paths } from '#shared/paths.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { setSession, updateSessionUser, useMember } from '#web/lib/session.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import {
  becomeFirstOperatorMutation,
  createFirstOperatorMutation,
  operatorLinkQuery,
} from '../first-operator.api.ts'
import { emailField, usernameField } from './account-fields.ts'
import styles from './account-form.module.css'
import { GuestNotice } from './guest-notice.tsx'
import { LinkFailed } from './link-failed.tsx'
import ownStyles from './first-operator.module.css'

interface FirstOperatorProps {
  /** The token in the link; empty without one. */
  token: string
  /** Leaves the page. */
  onDone: () => void
}

/** Makes whoever has the link of the terminal the first operator: with a new account, or with the one in use. */
export function FirstOperator({ token, onDone }: FirstOperatorProps) {
  const { t } = useTranslation()
  const member = useMember()
  const link = useQuery({ ...operatorLinkQuery(token), enabled: token !== '' })
  if (token === '' || (link.error instanceof ApiError && link.error.code === 'auth.operator_link'))
    return (
      <GuestNotice text={t('firstOperator.void')} link={{ to: paths.home(), label: t('notFound.home') }} />
    )
  if (link.error) return <LinkFailed error={link.error} busy={link.isFetching} onRetry={link.refetch} />
  if (!link.data) return <Advice />
  return (
    <>
      <Advice />
      {member ? <OwnAccount token={token} onDone={onDone} /> : <NewAccount token={token} onDone={onDone} />}
    </>
  )
}

const advice = ['what', 'password', 'mail', 'more'] as const

function Advice() {
  const { t } = useTranslation()
  return (
    <ul className={ownStyles.advice}>
      {advice.map((line) => (
        <li key={line}>{t(`firstOperator.advice.${line}`)}</li>
      ))}
    </ul>
  )
}

function NewAccount({ token, onDone }: FirstOperatorProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const create = useExclusiveMutation({
    ...createFirstOperatorMutation(),
    onSuccess: (session) => {
      setSession(session)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isSuccess || create.isRunning()) return
    create.mutate({ token, email: email.trim(), username, password })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('auth.username')}
        {...usernameField}
        maxLength={100}
        hint={t('auth.signup.usernameHint')}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        label={t('auth.email')}
        {...emailField}
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={t('auth.password.label')}
        showLabel={t('auth.password.show')}
        name="password"
        autoComplete="new-password"
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {create.error ? <InlineError text={errorText(create.error, 'auth.signup.failed')} /> : null}
      <Button type="submit" busy={create.isPending || create.isSuccess}>
        {t('firstOperator.create')}
      </Button>
      <p className={styles.text}>{t('firstOperator.orLogIn')}</p>
    </form>
  )
}

function OwnAccount({ token, onDone }: FirstOperatorProps) {
  const { t } = useTranslation()
  const member = useMember()
  const become = useExclusiveMutation(becomeFirstOperatorMutation())
  const press = () =>
    become.mutate(token, {
      onSuccess: () => {
        updateSessionUser({ role: 'operator' })
        onDone()
      },
    })
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        <TextWithSlot text={t('firstOperator.signedIn', { name: slot })}>
          <bdi className={styles.email}>@{member?.username}</bdi>
        </TextWithSlot>
      </p>
      {become.error ? <InlineError text={errorText(become.error, 'errorPage.title')} /> : null}
      <Button busy={become.isPending || become.isSuccess} onClick={press}>
        {t('firstOperator.become')}
      </Button>
    </div>
  )
}
