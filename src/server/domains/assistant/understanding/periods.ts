import type { Period } from '../question.ts'
import type { Found } from './reading.ts'
import type { PeriodName } from './terms.ts'
import { readYears } from './years.ts'

const day = 86_400_000
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
const whole: Period = { from: null, to: null }

/** First and last day of a period by its name; weeks begin on Monday, days are those of UTC. */
function periodOf(name: PeriodName, now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = Date.UTC(year, month, now.getUTCDate())
  const monday = today - ((now.getUTCDay() + 6) % 7) * day
  const days = (from: number, to: number): Period => ({ from: iso(from), to: iso(to) })
  switch (name) {
    case 'today':
      return days(today, today)
    case 'yesterday':
      return days(today - day, today - day)
    case 'this-week':
      return days(monday, monday + 6 * day)
    case 'last-week':
      return days(monday - 7 * day, monday - day)
    case 'this-month':
      return days(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0))
    case 'last-month':
      return days(Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0))
    case 'this-year':
      return days(Date.UTC(year, 0, 1), Date.UTC(year, 11, 31))
    case 'last-year':
      return days(Date.UTC(year - 1, 0, 1), Date.UTC(year - 1, 11, 31))
    case 'all-time':
      return whole
  }
}

const names: readonly PeriodName[] = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
]
const isPeriod = (name: string): name is PeriodName => names.some((known) => known === name)

/** The period of a diary that terms tell; a year that stands alone ("in 2024") is one. Without one, all time. */
export function readPeriod(found: readonly Found[], now: Date): Period {
  for (const { is } of found) if (isPeriod(is)) return periodOf(is, now)
  const years = readYears(found, now)
  return years?.single ? { from: `${years.from}-01-01`, to: `${years.to}-12-31` } : whole
}
