import type { ReactNode } from 'react'
import styles from './reading-column.module.css'

interface ReadingColumnProps {
  busy?: boolean | undefined
  children: ReactNode
}

/** The parts of a screen below its bar, one under the other at reading width. */
export function ReadingColumn({ busy, children }: ReadingColumnProps) {
  return (
    <div className={styles.column} aria-busy={busy}>
      {children}
    </div>
  )
}
