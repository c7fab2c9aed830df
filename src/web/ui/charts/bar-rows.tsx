import type { ReactNode } from 'react'
import styles from './bar-rows.module.css'

interface BarRow {
  key: string
  /** A picture before the name. */
  picture?: ReactNode
  name: ReactNode
  /** What the row comes to, in words. */
  text: ReactNode
  value: number
}

/** Names with a bar each, the longest for the most: a list that readers read as one. */
export function BarRows({ rows, most }: { rows: readonly BarRow[]; most: number }) {
  return (
    <ol className={styles.rows}>
      {rows.map(({ key, picture, name, text, value }) => (
        <li key={key} className={styles.row}>
          {picture}
          <span className={styles.name}>{name}</span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ inlineSize: `${(100 * value) / Math.max(most, 1)}%` }} />
          </span>
          <span className={styles.text}>{text}</span>
        </li>
      ))}
    </ol>
  )
}
