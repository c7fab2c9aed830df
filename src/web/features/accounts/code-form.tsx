import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import styles from './account-form.module.css'

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

/** Six digits and a button; a shorter code is not sent. */
export function CodeForm({ submitLabel, failure, busy, onCode, children }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const isIncomplete = code.length !== length
    setIncomplete(isIncomplete)
    if (isIncomplete) event.currentTarget.querySelector('input')?.focus()
    else onCode(code)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
