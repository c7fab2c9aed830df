import { Check } from 'lucide-react'
import styles from './checkbox.module.css'

export interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string | undefined
}

/** A native box with its label; the whole row can be pressed. */
export function Checkbox({ label, checked, onChange, name }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <span className={styles.box}>
        <input
          type="checkbox"
          name={name}
          className={styles.input}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Check className={styles.check} size={16} strokeWidth={3} aria-hidden="true" />
      </span>
      <span className={styles.label}>{label}</span>
    </label>
  )
}
