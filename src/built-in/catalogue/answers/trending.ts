import { dayMs } from '#shared/durations.ts'
import { utcDay } from '#shared/utc-day.ts'
import { createRandom, fmix32, fnv1a } from '#built-in/seeded-random.ts'
import { at } from '#built-in/catalogue/store/columns.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'

const listed = 60
/** How many films below the picked ones, by popularity, may be in the list. */
const wider = 240
/** By how much picked films are favoured, to be listed and to be high up. */
const favour = 0.5
const minimumVotes = 1000

/** The ISO 8601 week of a moment, in UTC, such as `2026-W01`. */
export function isoWeek(moment: Date): string {
  const midnight = Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate())
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7
  const thursday = new Date(midnight + (3 - weekday) * dayMs)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/**
 * The 60 films of a period, most trending first. The period's name alone decides: the same week gives the same list
 * on every machine, the next week another.
 */
export function trendingFilms({ films, picks }: Store, period: string): number[] {
  const picked = new Set(picks)
  const candidates = new Set(picks)
  for (let film = 0; film < wider; film++) if (at(films.voteCount, film) >= minimumVotes) candidates.add(film)
  return [...candidates]
    .map((film) => ({
      film,
      chance:
        createRandom(fmix32(fnv1a(`trending:${period}:${at(films.id, film)}`))).next() +
        (picked.has(film) ? favour : 0),
    }))
    .sort((a, b) => b.chance - a.chance || a.film - b.film)
    .slice(0, listed)
    .map(({ film }) => film)
}

export function trendingPeriod(window: 'day' | 'week', now: Date): string {
  return window === 'week' ? isoWeek(now) : utcDay(now)
}
