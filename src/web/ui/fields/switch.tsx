import { useId } from 'react'
import styles from './switch.module.css'

interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: string | undefined
  disabled?: boolean | undefined
}

export function Switch({ label, checked, onChange, hint, disabled }: SwitchProps) {
  const id = useId()
  return (
    <label className={styles.row} htmlFor={id}>
      <span className={styles.texts}>
        <span>{label}</span>
        {hint ? (
          <span className={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        ) : null}
      </span>
      <input
        id={id}
        className={styles.input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-label={hint ? label : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
