import styles from './radio.module.css'

interface RadioProps {
  /** The same for all radios of a group. */
  name: string
  value?: string
  checked: boolean
  onChange: () => void
}

/** A native radio as large as the positioned label around it, which draws a disc at its place in the row. */
export function Radio({ name, value, checked, onChange }: RadioProps) {
  return (
    <>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={value}
        checked={checked}
        onChange={onChange}
      />
      <span className={styles.disc} aria-hidden="true" />
    </>
  )
}
