import { Check, CircleAlert } from 'lucide-react'
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './field.module.css'

export interface FieldTexts {
  label: string
  hint?: string | undefined
  /** Takes the place of the hint and marks the field as invalid. */
  error?: string | undefined
  /** The answer to what was typed, announced politely. */
  status?: { tone: 'success' | 'danger'; text: string } | undefined
}

interface FieldProps extends FieldTexts {
  id: string
  hideLabel?: boolean | undefined
  /** Beside the hint, at the inline end. */
  aside?: ReactNode
  children: ReactNode
}

/** The id under which a field's hint or error is found, for aria-describedby. */
export function describedBy(id: string, texts: Pick<FieldTexts, 'hint' | 'error' | 'status'>) {
  const ids = [texts.error || texts.hint ? `${id}-hint` : null, texts.status ? `${id}-status` : null].filter(
    (part) => part !== null,
  )
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** Label above, control, then hint or error and status below. */
export function Field({ id, label, hideLabel = false, hint, error, status, aside, children }: FieldProps) {
  const below = error || hint
  return (
    <div className={styles.field}>
      <label className={hideLabel ? styles.hiddenLabel : styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {below || aside ? (
        <div className={styles.below}>
          {below ? (
            <p id={`${id}-hint`} className={error ? styles.error : styles.hint}>
              {error ? <CircleAlert className={styles.icon} aria-hidden="true" /> : null}
              <span>{below}</span>
            </p>
          ) : null}
          {aside}
        </div>
      ) : null}
      <p
        id={`${id}-status`}
        role="status"
        className={classNames(styles.status, status && styles[status.tone])}
        hidden={!status}
      >
        {status ? (
          <>
            {status.tone === 'success' ? (
              <Check className={styles.icon} aria-hidden="true" />
            ) : (
              <CircleAlert className={styles.icon} aria-hidden="true" />
            )}
            <span>{status.text}</span>
          </>
        ) : null}
      </p>
    </div>
  )
}

const ltrTypes: ReadonlySet<string> = new Set(['email', 'url', 'tel'])

interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'children'> {}

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
