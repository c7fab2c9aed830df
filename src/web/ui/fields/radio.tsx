import type { ReactNode } from 'react'
import styles from './radio.module.css'

interface RadioProps {
  /** The same for all radios of a group. */
  name: string
  value?: string
  checked: boolean
  onChange: () => void
  /** Of the label, positioned, where it is no plain row. */
  className?: string | undefined
  /** What it is the choice of. */
  children: ReactNode
}

/** A native radio as large as its label, which draws a disc at the start of it. */
export function Radio({ name, value, checked, onChange, className = styles.row, children }: RadioProps) {
  return (
    <label className={className}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={value}
        checked={checked}
        onChange={onChange}
      />
      <span className={styles.disc} aria-hidden="true" />
      {children}
    </label>
  )
}
