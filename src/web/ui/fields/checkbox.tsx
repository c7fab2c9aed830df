import { Check } from 'lucide-react'
import styles from './checkbox.module.css'

interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string | undefined
}

/** A native box as large as its whole row, which draws a small one beside the label. */
export function Checkbox({ label, checked, onChange, name }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <input
        type="checkbox"
        name={name}
        className={styles.input}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.box} aria-hidden="true">
        <Check className={styles.check} size={16} strokeWidth={3} />
      </span>
      <span className={styles.label}>{label}</span>
    </label>
  )
}
