import { LogTile } from './log-tile.tsx'
import type { Log, LogTile as TileLog } from './logs.api.ts'
import styles from './log-grid.module.css'

interface LogGridProps {
  logs: readonly (Log | TileLog)[]
  /** `three`: always three columns, as on profiles. */
  columns?: 'auto' | 'three'
  showAuthor?: boolean
  time?: 'created' | 'watched'
  label?: string
  eagerCount?: number
}

export function LogGrid({ logs, columns = 'auto', eagerCount = 0, label, ...tile }: LogGridProps) {
  return (
    <ul className={styles[columns]} aria-label={label}>
      {logs.map((log, at) => (
        <li key={log._id} className={styles.item}>
          <LogTile log={log} eager={at < eagerCount} {...tile} />
        </li>
      ))}
    </ul>
  )
}
