import type { ReactNode } from 'react'
import styles from './rows.module.css'

/** Things of one kind, a row each, with lines between them. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

/** What is last in it, such as its button, stands at the end. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={styles.row}>{children}</li>
}

export function RowIcon({ children }: { children: ReactNode }) {
  return (
    <span className={styles.icon} aria-hidden="true">
      {children}
    </span>
  )
}

interface RowTextsProps {
  name: ReactNode
  /** What is known of it. */
  fact?: ReactNode
  /** Below both. */
  children?: ReactNode
}

export function RowTexts({ name, fact, children }: RowTextsProps) {
  return (
    <div className={styles.texts}>
      <span className={styles.name}>{name}</span>
      {fact === undefined ? null : <span className={styles.fact}>{fact}</span>}
      {children}
    </div>
  )
}
