import { useId, useState, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import link from '#web/ui/actions/text-link.module.css'
import styles from './chart-figure.module.css'

interface ChartCardProps {
  title: string
  /** Choices at the inline end of the heading. */
  action?: ReactNode
  /** Below all of it. */
  note?: ReactNode
  /** Over both columns of the page. */
  wide?: boolean
  children: ReactNode
}

/** A card with a heading, for one figure. */
export function ChartCard({ title, action, note, wide = false, children }: ChartCardProps) {
  const id = useId()
  return (
    <section className={classNames(styles.card, wide && styles.wide)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
      {note ? <p className={styles.note}>{note}</p> : null}
    </section>
  )
}

export interface ChartTable {
  columns: readonly string[]
  /** The first of each is its name. */
  rows: readonly (readonly string[])[]
}

interface ChartFigureProps extends ChartCardProps {
  /** What the drawing says. */
  sentence: string
  /** Every value of it. */
  table: ChartTable
  /** Names of the button that changes between drawing and table. */
  labels: { table: string; chart: string }
}

/** A drawing with its sentence, and the same as a table for whoever would rather read. */
export function ChartFigure({ sentence, table, labels, children, ...card }: ChartFigureProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <ChartCard {...card}>
      {asTable ? (
        <Table {...table} caption={card.title} />
      ) : (
        <div role="img" aria-label={card.title} aria-describedby={id}>
          {children}
        </div>
      )}
      <p id={id} className={styles.sentence}>
        {sentence}
      </p>
      <button
        type="button"
        className={classNames(link.link, styles.swap)}
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? labels.chart : labels.table}
      </button>
    </ChartCard>
  )
}

function Table({ caption, columns, rows }: ChartTable & { caption: string }) {
  return (
    <table className={styles.table} aria-label={caption}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, column) => (
              <td key={columns[column + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
