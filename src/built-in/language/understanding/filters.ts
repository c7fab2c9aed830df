import { dayMs, weekMs } from '#shared/durations.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Filters, Mood, Period } from '#built-in/language/question.ts'
import { decadeOf, type FoundTerm, type Reading } from '#built-in/language/understanding/lexicon.ts'
import type { PeriodName } from '#built-in/language/understanding/terms.ts'

/** The genres that a film which must not have a mood is not of. */
const opposites: Partial<Record<Mood, readonly number[]>> = {
  funny: [35],
  romantic: [10749],
  scary: [27],
  tense: [53],
}
/** How many words before a genre "not" may stand. */
const reach = 2

/** What a film is asked to be. Of one's diary, a year that stands alone is when one watched, not when it came out. */
export function readFilters(
  { found }: Pick<Reading, 'found'>,
  now: Date,
  of: 'films' | 'diary' = 'films',
): Filters {
  const filters: Filters = {}
  const genres = new Set<number>()
  const without = new Set<number>()
  found.forEach((term, index) => {
    const denied = isDenied(found, index)
    if (term.is === 'genre') for (const genre of term.genres) (denied ? without : genres).add(genre)
    else if (term.is === 'mood' && denied) opposites[term.mood]?.forEach((genre) => without.add(genre))
    else if (term.is === 'mood') filters.mood ??= term.mood
    else if (term.is === 'country') filters.country ??= term.code
    else if (term.is === 'language') filters.language ??= term.code
  })
  if (genres.size > 0) filters.genres = [...genres]
  if (without.size > 0) filters.without = [...without]
  const years = readYears(found, now)
  if (years && !(of === 'diary' && years.single)) {
    if (years.from !== undefined) filters.from = years.from
    if (years.to !== undefined) filters.to = years.to
  }
  return { ...filters, ...readLength(found) }
}

function isDenied(found: readonly FoundTerm[], index: number): boolean {
  const [before, term] = [found[index - 1], found[index]]
  if (!before || !term || term.from - before.to > reach) return false
  // "not horror or comedy": both.
  return before.is === 'not' || (before.is === 'genre' && isDenied(found, index - 1) && term.from > before.to)
}

export const isEmpty = (filters: Filters) => Object.keys(filters).length === 0

const iso = (time: number) => utcDay(new Date(time))
const whole: Period = { from: null, to: null }

/** First and last day of a period by its name; weeks begin on Monday, days are those of UTC. */
function periodOf(name: PeriodName, now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = Date.UTC(year, month, now.getUTCDate())
  const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs
  const days = (from: number, to: number): Period => ({ from: iso(from), to: iso(to) })
  switch (name) {
    case 'today':
      return days(today, today)
    case 'yesterday':
      return days(today - dayMs, today - dayMs)
    case 'this-week':
      return days(monday, monday + 6 * dayMs)
    case 'last-week':
      return days(monday - weekMs, monday - dayMs)
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
export function readPeriod(found: readonly FoundTerm[], now: Date): Period {
  for (const { is } of found) if (isPeriod(is)) return periodOf(is, now)
  const years = readYears(found, now)
  return years?.single ? { from: `${years.from}-01-01`, to: `${years.to}-12-31` } : whole
}

interface Length {
  shortest?: number
  longest?: number
}

/** Minutes of what is called short, and of what is called long. */
const short = 95
const long = 150
/** How far a film may be from "about 90 minutes". */
const tolerance = 10
/** How many terms before a length its "under" or "over" may stand. */
const lengthReach = 2

/** The minutes that terms tell: "under 90 minutes", "less than two hours", "1h30", "short"; null when none. */
function readLength(found: readonly FoundTerm[]): Length | null {
  for (let index = 0; index < found.length; index++) {
    const length = lengthAt(found, index)
    if (!length) continue
    const comparison = new Set(found.slice(Math.max(0, index - lengthReach), index).map(({ is }) => is))
    if (comparison.has('under')) return { longest: length }
    if (comparison.has('over')) return { shortest: length }
    return { shortest: length - tolerance, longest: length + tolerance }
  }
  if (found.some(({ is }) => is === 'short' || is === 'shortest')) return { longest: short }
  return found.some(({ is }) => is === 'long' || is === 'longest') ? { shortest: long } : null
}

/** "two hours and 30 minutes", "an hour and a half", "90 minutes". */
function lengthAt(found: readonly FoundTerm[], index: number): number | null {
  const [term, unit] = [found[index], found[index + 1]]
  if (term?.is === 'duration') return term.minutes + halfAfter(found, index + 1)
  if (term?.is === 'hours') return 60 + halfAfter(found, index + 1)
  if (term?.is !== 'number') return null
  if (unit?.is === 'minutes') return term.value
  if (unit?.is !== 'hours' || term.value > 24) return null
  return term.value * 60 + (halfAfter(found, index + 2) || minutesAfter(found, index + 2))
}

const halfAfter = (found: readonly FoundTerm[], index: number) => (found[index]?.is === 'half' ? 30 : 0)

function minutesAfter(found: readonly FoundTerm[], index: number): number {
  const at = found[index]?.is === 'and' ? index + 1 : index
  const minutes = found[at]
  return minutes?.is === 'number' && minutes.value < 60 && found[at + 1]?.is === 'minutes' ? minutes.value : 0
}

interface Span {
  from?: number
  to?: number
}

/** Films are not older than this. */
const firstFilm = 1880
/** How many years "recent years" are. */
const recentYears = 5
/** What "classic" and "old" mean. */
const lastClassic = 1979

/**
 * The years that terms tell, both inclusive: "1994", "90s", "since 2015", "between 1990 and 1999", "the last 5
 * years". `single` tells a year that stands alone, which of one's diary is a period. Null when there are none.
 */
function readYears(found: readonly FoundTerm[], now: Date): (Span & { single: boolean }) | null {
  const thisYear = now.getUTCFullYear()

  function spanAt(index: number): Required<Span> | null {
    const term = found[index]
    if (term?.is === 'decade') return { from: term.first, to: term.first + 9 }
    if (term?.is === 'this-year') return { from: thisYear, to: thisYear }
    if (term?.is === 'last-year') return { from: thisYear - 1, to: thisYear - 1 }
    if (term?.is === 'recent-years') return { from: thisYear - recentYears + 1, to: thisYear }
    if (term?.is === 'past-decade') return { from: thisYear - 9, to: thisYear }
    if (term?.is === 'previous-decade') {
      const from = thisYear - (thisYear % 10) - 10
      return { from, to: from + 9 }
    }
    if (term?.is !== 'number') return null
    if (found[index - 1]?.is === 'decade-of') {
      const from = decadeOf(term.value)
      return from % 10 === 0 && from >= firstFilm ? { from, to: from + 9 } : null
    }
    return term.value >= firstFilm && term.value <= thisYear + 10
      ? { from: term.value, to: term.value }
      : null
  }

  for (let index = 0; index < found.length; index++) {
    if (found[index]?.is === 'past' || found[index]?.is === 'last') {
      const [amount, unit] = [found[index + 1], found[index + 2]]
      if (amount?.is === 'number' && unit?.is === 'years' && amount.value < 100)
        return { from: thisYear - amount.value + 1, to: thisYear, single: false }
    }
    const span = spanAt(index)
    if (!span) continue
    const before =
      found[found[index - 1]?.is === 'decade-of' || found[index - 1]?.is === 'years' ? index - 2 : index - 1]
    const end = secondSpan(found, index, before, spanAt)
    if (end) return { from: Math.min(span.from, end.from), to: Math.max(span.to, end.to), single: false }
    if (before?.is === 'since') return { from: span.from, single: false }
    if (before?.is === 'after') return { from: span.to + 1, single: false }
    if (before?.is === 'before') return { to: span.from - 1, single: false }
    if (before?.is === 'until' || before?.is === 'to') return { to: span.to, single: false }
    return { ...span, single: span.from === span.to }
  }
  return found.some((term) => term.is === 'classic') ? { to: lastClassic, single: false } : null
}

/** The other end of "from 1990 to 1999", "between 1990 and 1999", "1990-1999". */
function secondSpan(
  found: readonly FoundTerm[],
  index: number,
  before: FoundTerm | undefined,
  spanAt: (index: number) => Required<Span> | null,
): Required<Span> | null {
  const joint = found[index + 1]
  if (joint?.is === 'to' || joint?.is === 'until' || joint?.is === 'and') {
    const skip = found[index + 2]?.is === 'decade-of' ? 3 : 2
    return spanAt(index + skip)
  }
  const isNext = joint && joint.from === found[index]?.to
  return isNext || before?.is === 'between' ? spanAt(index + 1) : null
}
