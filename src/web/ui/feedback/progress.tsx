import styles from './progress.module.css'

interface ProgressProps {
  /** The accessible name. */
  label: string
  value: number
  max: number
  /** Shown below the bar and read out as the value, such as "312 of 1,204". */
  text: string
}

/** How far something long is, drawn from the inline start. */
export function Progress({ label, value, max, text }: ProgressProps) {
  const percent = max > 0 ? Math.min(100, (value / max) * 100) : 0
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
      >
        <div className={styles.done} style={{ inlineSize: `${percent}%` }} />
      </div>
      <span className={styles.text}>{text}</span>
    </div>
  )
}
