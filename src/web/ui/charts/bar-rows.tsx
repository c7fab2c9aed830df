import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
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

interface BarRowsProps {
  rows: readonly BarRow[]
  most: number
  /** With slender bars. */
  thin?: boolean
}

/** Names with a bar each, the longest for the most: a list that readers read as one. */
export function BarRows({ rows, most, thin = false }: BarRowsProps) {
  return (
    <ol className={classNames(styles.rows, thin && styles.thin)}>
      {rows.map(({ key, picture, name, text, value }) => (
        <li key={key} className={classNames(styles.row, picture !== undefined && styles.pictured)}>
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
