import { useState, type FormEvent, type ReactNode } from 'react'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { isGivenUp } from './given-up.ts'
import styles from './second-step-code.module.css'

interface SecondStepCodeProps {
  submitLabel: string
  /** Above the field, while a code of the app is asked for. */
  text: string
  /** Whether one of the recovery codes will do as well. */
  recovery?: boolean | undefined
  /** Rejects where the code is refused. */
  onCode: (code: string) => Promise<unknown>
  /** Below the button. */
  children?: ReactNode
}

/** A code of the app, or a recovery code. A refused one is emptied, and the next can be typed at once. */
export function SecondStepCode({
  submitLabel,
  text,
  recovery = false,
  onCode,
  children,
}: SecondStepCodeProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [byApp, setByApp] = useState(true)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  const edit = (next: string) => {
    setCode(next)
    setFailure(undefined)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const field = event.currentTarget.querySelector('input')
    if (code.trim().length < 6) {
      setFailure(t(byApp ? 'auth.code.invalid' : 'auth.secondStep.recoveryText'))
      field?.focus()
      return
    }
    setBusy(true)
    try {
      await onCode(code)
    } catch (error) {
      setBusy(false)
      if (isGivenUp(error)) return
      setCode('')
      setFailure(errorText(error, 'auth.verify.resendFailed'))
      field?.focus()
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.text}>{byApp ? text : t('auth.secondStep.recoveryText')}</p>
      {byApp ? (
        <CodeField
          key="app"
          label={t('auth.secondStep.code')}
          name="code"
          value={code}
          error={failure}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only thing asked for
          autoFocus
          onChange={edit}
        />
      ) : (
        <TextField
          key="recovery"
          label={t('auth.secondStep.recovery')}
          name="recovery"
          className={styles.recovery}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          maxLength={40}
          value={code}
          error={failure}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only thing asked for
          autoFocus
          onChange={(event) => edit(event.target.value)}
        />
      )}
      <Button type="submit" busy={busy}>
        {submitLabel}
      </Button>
      {recovery || children ? (
        <div className={styles.links}>
          {recovery ? (
            <Button
              variant="ghost"
              onClick={() => {
                setByApp(!byApp)
                edit('')
              }}
            >
              {t(byApp ? 'auth.secondStep.useRecovery' : 'auth.secondStep.useApp')}
            </Button>
          ) : null}
          {children}
        </div>
      ) : null}
    </form>
  )
}
