import type { Found } from './reading.ts'

export interface Length {
  shortest?: number
  longest?: number
}

/** Minutes of what is called short, and of what is called long. */
const short = 95
const long = 150
/** How far a film may be from "about 90 minutes". */
const tolerance = 10
/** How many terms before a length its "under" or "over" may stand. */
const reach = 2

/** The minutes that terms tell: "under 90 minutes", "less than two hours", "1h30", "short"; null when none. */
export function readLength(found: readonly Found[]): Length | null {
  for (let index = 0; index < found.length; index++) {
    const length = lengthAt(found, index)
    if (!length) continue
    const comparison = new Set(found.slice(Math.max(0, index - reach), index).map(({ is }) => is))
    if (comparison.has('under')) return { longest: length }
    if (comparison.has('over')) return { shortest: length }
    return { shortest: length - tolerance, longest: length + tolerance }
  }
  if (found.some(({ is }) => is === 'short' || is === 'shortest')) return { longest: short }
  return found.some(({ is }) => is === 'long' || is === 'longest') ? { shortest: long } : null
}

/** "two hours and 30 minutes", "an hour and a half", "90 minutes". */
function lengthAt(found: readonly Found[], index: number): number | null {
  const [term, unit] = [found[index], found[index + 1]]
  if (term?.is === 'duration') return term.minutes + halfAfter(found, index + 1)
  if (term?.is === 'hours') return 60 + halfAfter(found, index + 1)
  if (term?.is !== 'number') return null
  if (unit?.is === 'minutes') return term.value
  if (unit?.is !== 'hours' || term.value > 24) return null
  return term.value * 60 + (halfAfter(found, index + 2) || minutesAfter(found, index + 2))
}

const halfAfter = (found: readonly Found[], index: number) => (found[index]?.is === 'half' ? 30 : 0)

function minutesAfter(found: readonly Found[], index: number): number {
  const at = found[index]?.is === 'and' ? index + 1 : index
  const minutes = found[at]
  return minutes?.is === 'number' && minutes.value < 60 && found[at + 1]?.is === 'minutes' ? minutes.value : 0
}
