import { CircleAlert } from 'lucide-react'
import styles from './inline-error.module.css'

/** An error beside the thing that failed, announced at once. */
export function InlineError({ text }: { text: string }) {
  return (
    <p className={styles.error} role="alert">
      <CircleAlert className={styles.icon} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}
