import type { Found } from './reading.ts'
import { decadeOf } from './reading.ts'

export interface Span {
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
 * years". `single` tells a year that stands alone, which of one’s diary is a period. Null when there are none.
 */
export function readYears(found: readonly Found[], now: Date): (Span & { single: boolean }) | null {
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
  found: readonly Found[],
  index: number,
  before: Found | undefined,
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
