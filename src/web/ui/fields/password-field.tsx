import { useId, useState, type ComponentPropsWithRef } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { describedBy, Field, type FieldTexts } from './field.tsx'
import field from './field.module.css'
import styles from './password-field.module.css'

interface PasswordFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'children' | 'type'> {
  /** The name of the toggle that shows what was typed. */
  showLabel: string
}

export function PasswordField({
  label,
  hint,
  error,
  status,
  showLabel,
  id,
  className,
  ...input
}: PasswordFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const [shown, setShown] = useState(false)
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} status={status}>
      <div className={styles.box}>
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          {...input}
          id={fieldId}
          type={shown ? 'text' : 'password'}
          className={classNames(field.control, styles.input, className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, { hint, error, status })}
        />
        <IconButton
          className={styles.toggle}
          label={showLabel}
          pressed={shown}
          icon={shown ? <EyeOff /> : <Eye />}
          disabled={input.disabled}
          aria-controls={fieldId}
          onClick={() => setShown((now) => !now)}
        />
      </div>
    </Field>
  )
}
