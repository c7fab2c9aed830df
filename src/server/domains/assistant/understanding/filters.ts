import type { Filters, Mood } from '../question.ts'
import { readLength } from './lengths.ts'
import type { Found, Reading } from './reading.ts'
import { readYears } from './years.ts'

/** The genres that a film which must not have a mood is not of. */
const opposites: Partial<Record<Mood, readonly number[]>> = {
  funny: [35],
  romantic: [10749],
  scary: [27],
  tense: [53],
}
/** How many words before a genre "not" may stand. */
const reach = 2

/** What a film is asked to be. Of one’s diary, a year that stands alone is when one watched, not when it came out. */
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

function isDenied(found: readonly Found[], index: number): boolean {
  const [before, term] = [found[index - 1], found[index]]
  if (!before || !term || term.from - before.to > reach) return false
  // "not horror or comedy": both.
  return before.is === 'not' || (before.is === 'genre' && isDenied(found, index - 1) && term.from > before.to)
}

export const isEmpty = (filters: Filters) => Object.keys(filters).length === 0
