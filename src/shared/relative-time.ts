export type RelativeTime =
  | { unit: 'now' }
  | { unit: 'minutes' | 'hours' | 'days'; count: number }
  | { unit: 'date' }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * How old a moment is: under a minute, minutes, hours, days up to 7, else a date.
 * `then` and `now` are milliseconds since the epoch; a `then` in the future counts as now.
 */
export function relativeTime(then: number, now: number): RelativeTime {
  const elapsed = now - then
  if (elapsed < minute) return { unit: 'now' }
  if (elapsed < hour) return { unit: 'minutes', count: Math.floor(elapsed / minute) }
  if (elapsed < day) return { unit: 'hours', count: Math.floor(elapsed / hour) }
  if (elapsed < 8 * day) return { unit: 'days', count: Math.floor(elapsed / day) }
  return { unit: 'date' }
}

/** Where a calendar day lies beside another. Both are `YYYY-MM-DD`; no time zone is in it. */
export function relativeDay(of: string, today: string): 'today' | 'yesterday' | 'same year' | 'other year' {
  if (of === today) return 'today'
  if (Date.parse(today) - Date.parse(of) === day) return 'yesterday'
  return of.slice(0, 4) === today.slice(0, 4) ? 'same year' : 'other year'
}
