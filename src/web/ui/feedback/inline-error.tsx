import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './inline-error.module.css'

interface InlineErrorProps {
  text: string
  /** Phrases below it, such as the reason. */
  children?: ReactNode
}

/** An error beside the thing that failed, announced at once. */
export function InlineError({ text, children }: InlineErrorProps) {
  return (
    <p className={styles.error} role="alert">
      <CircleAlert className={styles.icon} aria-hidden="true" />
      <span className={styles.texts}>
        <span>{text}</span>
        {children}
      </span>
    </p>
  )
}
