import { useId, type ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { describedBy, Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

const ltrTypes: ReadonlySet<string> = new Set(['email', 'url', 'tel'])

export interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'children'> {}

export function TextField({ label, hint, error, status, id, className, ...input }: TextFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} status={status}>
      <input
        type="text"
        // Addresses and numbers run from left to right in every language.
        dir={ltrTypes.has(input.type ?? '') ? 'ltr' : undefined}
        {...input}
        id={fieldId}
        className={classNames(styles.control, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, { hint, error, status })}
      />
    </Field>
  )
}
