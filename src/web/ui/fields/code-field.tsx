import { useId, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from './field.tsx'
import styles from './code-field.module.css'

const length = 6

interface CodeFieldProps {
  label: string
  /** Up to six Latin digits. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
}

/** One input drawn as six cells, so that paste, one-time-code and screen readers just work. */
export function CodeField({ label, value, onChange, error, name, autoFocus }: CodeFieldProps) {
  const id = useId()
  const [focused, setFocused] = useState(false)
  const active = Math.min(value.length, length - 1)
  return (
    <Field id={id} label={label} error={error}>
      {/* A code reads from left to right in every language. */}
      <div className={styles.box} dir="ltr">
        <input
          id={id}
          name={name}
          className={styles.input}
          value={value}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only thing asked for on its screen
          autoFocus={autoFocus}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-hint` : undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => onChange(toDigits(event.target.value).slice(0, length))}
          onSelect={(event) => keepCaretAtEnd(event.currentTarget)}
        />
        <div className={styles.cells} aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={classNames(
                styles.cell,
                error && styles.invalid,
                focused && index === active && styles.active,
              )}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
    </Field>
  )
}

/** Latin digits of the text: Arabic-Indic and Persian ones are translated, all else is dropped. */
function toDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\D/g, '')
}

/** The cells show no caret, so it may only stand behind the last digit; a selection is left alone. */
function keepCaretAtEnd(input: HTMLInputElement): void {
  const end = input.value.length
  if (input.selectionStart === input.selectionEnd && input.selectionStart !== end) {
    input.setSelectionRange(end, end)
  }
}
