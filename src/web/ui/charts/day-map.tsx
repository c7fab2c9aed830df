import type { CSSProperties } from 'react'
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

const weekDays = 7

/** The days of a year, the fuller the stronger: month by month, in a wide window as 53 weeks side by side. */
export function DayMap({ months }: DayMapProps) {
  /** Days before a month, and the empty places before the first of them. */
  const before = (month: number) =>
    months.slice(0, month).reduce((sum, { days }) => sum + days.length, months[0]?.offset ?? 0)
  const weekOf = (month: number, day: number) => Math.floor((before(month) + day) / weekDays) + 1
  return (
    <div className={styles.months}>
      {months.map(({ name, offset, days }, month) => (
        <div key={name} className={styles.month}>
          <span className={styles.name} style={{ '--week': weekOf(month, weekDays - 1) } as CSSProperties}>
            {name}
          </span>
          <span className={styles.days}>
            {days.map((day, index) => (
              <span
                key={day.name}
                className={classNames(styles.day, styles[`heat${Math.min(day.value, steps)}`])}
                style={
                  {
                    '--week': weekOf(month, index),
                    '--day': ((offset + index) % weekDays) + 1,
                  } as CSSProperties
                }
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
