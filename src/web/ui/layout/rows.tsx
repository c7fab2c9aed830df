import { useRef, type ReactNode } from 'react'
import { useRowFocus } from '#web/ui/focus.ts'
import styles from './rows.module.css'

/** Things of one kind, a row each, with lines between them. */
export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}

/** Its last child, such as a button, stands at the end. When it is removed its focus goes to the row beside it. */
export function Row({ children }: { children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null)
  useRowFocus(row)
  return (
    <li ref={row} className={styles.row}>
      {children}
    </li>
  )
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
