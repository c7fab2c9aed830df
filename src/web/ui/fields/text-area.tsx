import { useId, useState, type ComponentPropsWithRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { describedBy, Field } from './field.tsx'
import hidden from '../layout/visually-hidden.module.css'
import field from './field.module.css'
import styles from './text-area.module.css'

/** From here on the remaining characters are announced. */
const announceAt = 20

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'children'> {
  label: string
  hideLabel?: boolean | undefined
  hint?: string | undefined
  error?: string | undefined
  /** Shows "used/maximum"; needs maxLength. */
  counter?: boolean | undefined
  /** The announcement when few characters are left; the bare number when not given. */
  counterText?: ((left: number) => string) | undefined
  /** Grows with the text, from `rows` up to the maximum block size set by the style. */
  autoGrow?: boolean | undefined
}

export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  maxLength,
  counter = false,
  counterText = String,
  autoGrow = false,
  id,
  className,
  onChange,
  rows = 3,
  ...rest
}: TextAreaProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const [typed, setTyped] = useState(() => String(rest.defaultValue ?? ''))
  const text = rest.value === undefined ? typed : String(rest.value)
  const left = maxLength === undefined ? Infinity : maxLength - text.length
  const counting = counter && maxLength !== undefined
  const area = (
    <textarea
      // Empty, it takes the direction of the page, so that the placeholder stands where typing starts.
      dir={text === '' ? undefined : 'auto'}
      {...rest}
      id={fieldId}
      rows={rows}
      maxLength={maxLength}
      className={classNames(field.control, styles.area, autoGrow && styles.growing, className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(fieldId, { hint, error })}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange?.(event)
      }}
    />
  )
  return (
    <Field
      id={fieldId}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      aside={
        counting ? (
          <>
            <span className={classNames(styles.counter, left <= announceAt && styles.few)} aria-hidden="true">
              <bdi>
                {text.length}/{maxLength}
              </bdi>
            </span>
            <span role="status" className={hidden.hidden}>
              {left <= announceAt ? counterText(left) : ''}
            </span>
          </>
        ) : null
      }
    >
      {autoGrow ? (
        // The mirror in the same grid cell gives the height, where field-sizing is not supported either.
        <div className={styles.grower} data-text={`${text}\n`}>
          {area}
        </div>
      ) : (
        area
      )}
    </Field>
  )
}
