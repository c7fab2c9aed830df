import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './warning-line.module.css'

/** What to see to, or to know before it is too late, in a line or two. */
export function WarningLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.line} role="status">
      <TriangleAlert aria-hidden="true" size={20} />
      <span>{children}</span>
    </p>
  )
}
