import type { ReactNode } from 'react'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './data-table.module.css'

interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Buttons: at the inline end, and their label is only read out. */
  isAct?: boolean
}

interface DataTableProps<Row> {
  /** The accessible name. */
  label: string
  /** The first names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Rows with the same columns; a card each where there is no room beside each other. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    // As cards the cells are no longer laid out as a table: their roles are spelled out.
    <table className={styles.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} scope="col" role="columnheader">
              {column.isAct ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            <th scope="row" role="rowheader" className={styles.name}>
              {first.cell(row)}
            </th>
            {others.map((column) => (
              <td
                key={column.key}
                role="cell"
                className={classNames(column.isAct && styles.act)}
                data-label={column.isAct ? undefined : column.label}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
