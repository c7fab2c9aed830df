/** The first film was shown in 1874. */
export const firstYear = 1870

/**
 * Parts of a diary: a year `2026`, a month `2026-11` or a day `2026-11-21`, all of the calendar without a time zone.
 * None is before `firstYear`; the database knows no day after 9999.
 */
const pattern = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/

const two = (n: number) => String(n).padStart(2, '0')

/** The first and the last day; null for what names no part of the calendar. */
export function periodDays(period: string): { from: string; to: string } | null {
  const [, year, month, day] = pattern.exec(period) ?? []
  if (year === undefined || Number(year) < firstYear) return null
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const days = daysInMonth(`${year}-${month}`)
  if (days === 0) return null
  if (day === undefined) return { from: `${year}-${month}-01`, to: `${year}-${month}-${days}` }
  return Number(day) >= 1 && Number(day) <= days ? { from: period, to: period } : null
}

/** Whether a text is a day of a diary. */
export const isDay = (text: string): boolean => kindOf(text) === 'day' && periodDays(text) !== null

export type PeriodKind = 'year' | 'month' | 'day'

export const kindOf = (period: string): PeriodKind =>
  period.length === 4 ? 'year' : period.length === 7 ? 'month' : 'day'

export const yearOf = (period: string) => period.slice(0, 4)
export const monthOf = (period: string) => period.slice(0, 7)

/** How many days a month `YYYY-MM` has; 0 for none such. */
export function daysInMonth(month: string): number {
  const number = Number(month.slice(5, 7))
  if (number < 1 || number > 12) return 0
  return new Date(Date.UTC(Number(month.slice(0, 4)), number, 0)).getUTCDate()
}

/** The year, month or day so many of its kind later; negative goes back. */
export function stepPeriod(period: string, by: number): string {
  const [year = 0, month = 1, day = 1] = period.split('-').map(Number)
  const kind = kindOf(period)
  if (kind === 'year') return String(year + by).padStart(4, '0')
  const at =
    kind === 'month'
      ? new Date(Date.UTC(year, month - 1 + by, 1))
      : new Date(Date.UTC(year, month - 1, day + by))
  const text = `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}`
  return kind === 'month' ? text : `${text}-${two(at.getUTCDate())}`
}

/** The same day of the month so many months later, or that month's last. */
export function stepDayByMonths(day: string, by: number): string {
  const month = stepPeriod(monthOf(day), by)
  return `${month}-${two(Math.min(Number(day.slice(8)), daysInMonth(month)))}`
}

/** The days of a month, `YYYY-MM-DD`. */
export const daysOf = (month: string): string[] =>
  Array.from({ length: daysInMonth(month) }, (_, at) => `${month}-${two(at + 1)}`)
