import type { ReactNode } from 'react'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './data-table.module.css'

interface Column {
  key: string
  label: string
  /** Buttons: at the inline end, and their label is only read out. */
  isAct?: boolean
}

interface Row {
  key: string
  /** One for each column; the first names the row. */
  cells: readonly ReactNode[]
}

interface DataTableProps {
  /** The accessible name. */
  label: string
  columns: readonly Column[]
  rows: readonly Row[]
}

/** Rows with the same columns; a card each where there is no room beside each other. */
export function DataTable({ label, columns, rows }: DataTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col">
              {column.isAct ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row" className={styles.name}>
              {name}
            </th>
            {columns.slice(1).map((column, index) => (
              <td
                key={column.key}
                className={classNames(column.isAct && styles.act)}
                data-label={column.isAct ? undefined : column.label}
              >
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
