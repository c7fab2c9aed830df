import { Check } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './checkbox.module.css'

interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string | undefined
  disabled?: boolean | undefined
  /** For tables, where the head of the column shows the label. */
  hideLabel?: boolean | undefined
}

/** A native box as large as its whole row, which draws a small one beside the label. */
export function Checkbox({ label, checked, onChange, name, disabled, hideLabel }: CheckboxProps) {
  return (
    <label className={hideLabel ? classNames(styles.row, styles.alone) : styles.row}>
      <input
        type="checkbox"
        name={name}
        className={styles.input}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.box} aria-hidden="true">
        <Check className={styles.check} size={16} strokeWidth={3} />
      </span>
      {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.label}>{label}</span>}
    </label>
  )
}
