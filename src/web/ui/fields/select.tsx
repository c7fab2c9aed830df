import { ChevronDown } from 'lucide-react'
import styles from './select.module.css'

interface SelectProps<Value extends string> {
  /** Read out; the chosen text shows what it is about. */
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}

/** One choice of several in little space, with the list of the device. */
export function Select<Value extends string>({ label, value, onChange, options }: SelectProps<Value>) {
  return (
    <span className={styles.box}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={styles.arrow} size={18} aria-hidden="true" />
    </span>
  )
}
