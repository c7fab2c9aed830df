import type { Figures } from '#shared/api/statistics.ts'
import { dayMs } from '#shared/durations.ts'

/** The days with viewings, in order, and how many of those are rewatches. */
export type Calendar = readonly { day: string; viewings: number; rewatches: number }[]

export type DayFigures = Pick<Figures, 'days' | 'streak' | 'periods' | 'weekdays' | 'calendar'>

/** The figures that are counted by days, for a year or (0) for all time. */
export const dayFigures = (calendar: Calendar, year: number): DayFigures => ({
  days: calendar.length,
  streak: longestRun(calendar.map(({ day }) => day)),
  periods: periodsOf(calendar, year),
  weekdays: weekdaysOf(calendar),
  calendar: year === 0 ? [] : calendar.map(({ day, viewings }) => ({ day, viewings })),
})

/** The longest run of days without a gap, the earliest of equally long ones. Days are in order. */
function longestRun(days: readonly string[]): DayFigures['streak'] {
  let [longest, from, length, before]: [DayFigures['streak'], string, number, number] = [
    null,
    '',
    0,
    Number.NaN,
  ]
  for (const day of days) {
    const at = Date.parse(day)
    if (at - before !== dayMs) [from, length] = [day, 0]
    length += 1
    before = at
    if (length > (longest?.days ?? 0)) longest = { days: length, from, to: day }
  }
  return longest
}

/** Months of a year, or the years from the first to the last one. */
function periodsOf(calendar: Calendar, year: number): DayFigures['periods'] {
  const periodOf = (day: string) => Number(year === 0 ? day.slice(0, 4) : day.slice(5, 7))
  const [first, last] = [calendar[0], calendar.at(-1)]
  if (!first || !last) return []
  const [from, to] = year === 0 ? [periodOf(first.day), periodOf(last.day)] : [1, 12]
  const periods = Array.from({ length: to - from + 1 }, (_, index) => ({
    period: from + index,
    viewings: 0,
    rewatches: 0,
  }))
  for (const { day, viewings, rewatches } of calendar) {
    const period = periods[periodOf(day) - from]
    if (!period) continue
    period.viewings += viewings
    period.rewatches += rewatches
  }
  return periods
}

function weekdaysOf(calendar: Calendar): number[] {
  const counts = Array.from({ length: 7 }, () => 0)
  for (const { day, viewings } of calendar) {
    const weekday = (new Date(day).getUTCDay() + 6) % 7
    counts[weekday] = (counts[weekday] ?? 0) + viewings
  }
  return counts
}
