import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { updateSessionUser } from '#web/lib/session.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './account-form.module.css'
import { resendEmailCode, sendResetCode, verifyEmailMutation, verifyResetCodeMutation } from '../codes.api.ts'
import { rememberCodeSent, resendDelayMs, setResetFlow } from './code-flow.ts'

const length = 6

interface CodeFormProps {
  submitLabel: string
  /** Why the last code was refused. */
  failure: string | null
  busy: boolean
  onCode: (code: string) => void
  /** Below the button. */
  children: ReactNode
}

/** Six digits and a button; a shorter code is not sent, and a refused one gives way to the next that is typed. */
function CodeForm({ submitLabel, failure, busy, onCode, children }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure === null) return
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [failure])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const isIncomplete = code.length !== length
    setIncomplete(isIncomplete)
    if (isIncomplete) event.currentTarget.querySelector('input')?.focus()
    else onCode(code)
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <CodeField
        label={t('auth.code.label')}
        name="code"
        value={code}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only thing asked for on its screen
        autoFocus
        error={incomplete ? t('auth.code.invalid') : undefined}
        onChange={(next) => {
          setCode(next)
          setIncomplete(false)
        }}
      />
      {failure && !incomplete ? <InlineError text={failure} /> : null}
      <Button type="submit" busy={busy}>
        {submitLabel}
      </Button>
      <div className={styles.links}>{children}</div>
    </form>
  )
}

const secondMs = 1000

/** Whole seconds that are left, and a function that starts over; by the clock, so a sleeping tab is right. */
function useCountdown(durationMs: number): [left: number, restart: (durationMs: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + durationMs)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((end - now) / secondMs))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const restart = (nextMs: number) => {
    const start = Date.now()
    setNow(start)
    setEnd(start + nextMs)
  }
  return [left, restart]
}

interface ResendCodeProps {
  /** Asks for another code. */
  ask: () => Promise<unknown>
  /** A code went out a moment ago, so the wait has begun. */
  justSent: boolean
}

/** Another code, once a minute. */
export function ResendCode({ ask, justSent }: ResendCodeProps) {
  const { t } = useTranslation()
  const [left, restart] = useCountdown(justSent ? resendDelayMs : 0)
  const resend = useMutation({ mutationFn: ask })
  const press = () => {
    if (left > 0 || resend.isPending) return
    resend.mutate(undefined, {
      onSuccess: () => {
        rememberCodeSent()
        restart(resendDelayMs)
        toast.success(t('auth.forgot.success'))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 429) {
          restart(error.retryAfter === null ? resendDelayMs : error.retryAfter * secondMs)
        }
        toast.error(errorText(error, 'auth.verify.resendFailed'))
      },
    })
  }
  return (
    <Button variant="ghost" busy={resend.isPending} aria-disabled={left > 0} onClick={press}>
      {left > 0 ? t('auth.verify.resendIn', { count: left }) : t('auth.verify.resend')}
    </Button>
  )
}

interface VerifyEmailFormProps {
  email: string
  justSent: boolean
  /** Leaves the page. */
  onVerified: () => void
}

export function VerifyEmailForm({ email, justSent, onVerified }: VerifyEmailFormProps) {
  const { t } = useTranslation()
  const verify = useMutation(verifyEmailMutation())
  const send = (code: string) =>
    verify.mutate(
      { email, code },
      {
        onSuccess: () => {
          updateSessionUser({ emailVerified: true })
          toast.success(t('auth.verify.success'))
          onVerified()
        },
        onError: () => toast.error(t('auth.verify.failedToast')),
      },
    )
  return (
    <>
      <p className={styles.text}>
        <TextWithSlot text={t('auth.verify.text', { email: slot })}>
          <bdi className={styles.email}>{email}</bdi>
        </TextWithSlot>
      </p>
      <CodeForm
        submitLabel={t('auth.verify.submit')}
        busy={verify.isPending || verify.isSuccess}
        failure={verify.error ? errorText(verify.error, 'auth.verify.failed') : null}
        onCode={send}
      >
        <ResendCode ask={() => resendEmailCode(email)} justSent={justSent} />
      </CodeForm>
    </>
  )
}

interface VerifyResetCodeFormProps {
  email: string
  /** Null where it is not known any more; then only the way back leads to another code. */
  username: string | null
  justSent: boolean
  /** Leaves the page. */
  onVerified: () => void
}

export function VerifyResetCodeForm({ email, username, justSent, onVerified }: VerifyResetCodeFormProps) {
  const { t } = useTranslation()
  const verify = useMutation(verifyResetCodeMutation())
  const send = (code: string) =>
    verify.mutate(
      { email, code },
      {
        onSuccess: () => {
          setResetFlow({ email, code })
          onVerified()
        },
      },
    )
  return (
    <CodeForm
      submitLabel={t('auth.resetCode.submit')}
      busy={verify.isPending || verify.isSuccess}
      failure={verify.error ? errorText(verify.error, 'auth.resetCode.failed') : null}
      onCode={send}
    >
      {username === null ? null : (
        <ResendCode ask={() => sendResetCode({ username, email })} justSent={justSent} />
      )}
      <Link className={styles.link} to={paths.forgotPassword()}>
        {t('auth.resetCode.goBack')}
      </Link>
    </CodeForm>
  )
}

const returnDelayMs = 1000

/** The stored steps of the reset are gone: says so and goes back to its start. */
export function ResetExpired({ onReturn }: { onReturn: () => void }) {
  const { t } = useTranslation()
  const leave = useEffectEvent(onReturn)
  useEffect(() => {
    const timer = setTimeout(() => leave(), returnDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return <InlineError text={t('auth.reset.expired')} />
}
