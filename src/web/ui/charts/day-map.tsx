import { classNames } from '#web/ui/class-names.ts'
import styles from './day-map.module.css'

interface DayMapProps {
  months: readonly {
    name: string
    /** Empty places before the first day in its row of seven. */
    offset: number
    /** How much each day has, and what it is called. */
    days: readonly { value: number; name: string }[]
  }[]
}

const steps = 4

/** The days of a year, month by month, the fuller the stronger. */
export function DayMap({ months }: DayMapProps) {
  return (
    <div className={styles.months}>
      {months.map(({ name, offset, days }) => (
        <div key={name} className={styles.month}>
          <span className={styles.name}>{name}</span>
          <span className={styles.days}>
            {days.map((day, index) => (
              <span
                key={day.name}
                className={classNames(styles.day, styles[`heat${Math.min(day.value, steps)}`])}
                style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
                title={day.name}
              />
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}

/** What the strengths mean. */
export function HeatLegend({ labels }: { labels: readonly string[] }) {
  return (
    <ul className={styles.legend}>
      {labels.map((label, step) => (
        <li key={label} className={styles.key}>
          <span className={classNames(styles.day, styles[`heat${step}`])} aria-hidden="true" />
          <bdi dir="ltr">{label}</bdi>
        </li>
      ))}
    </ul>
  )
}
