import type { ImportEntry } from '../entry.ts'

/**
 * Counts how often a film was seen before each of its logs. All logs of a file are added first, in its order; then
 * the counts are asked for in the same order.
 */
export function openPlays() {
  const plays: { film: string; day: string; nth: number }[] = []
  return {
    add(entry: ImportEntry): void {
      if (entry.kind === 'log')
        plays.push({ film: filmOf(entry), day: entry.watchedAt ?? '', nth: plays.length })
    },
    earlier() {
      const before: number[] = []
      const counts = new Map<string, number>()
      for (const { film, nth } of plays.toSorted((a, b) => a.day.localeCompare(b.day) || a.nth - b.nth)) {
        before[nth] = counts.get(film) ?? 0
        counts.set(film, (counts.get(film) ?? 0) + 1)
      }
      let at = 0
      return {
        next(entry: ImportEntry): ImportEntry {
          if (entry.kind !== 'log') return entry
          const rewatchCount = Math.max(entry.rewatchCount, before[at++] ?? 0)
          return { ...entry, rewatch: rewatchCount > 0, rewatchCount }
        },
      }
    },
  }
}

const filmOf = ({ tmdbId, imdbId, title, year }: ImportEntry) =>
  tmdbId !== null ? String(tmdbId) : (imdbId ?? `${title.toLowerCase()}|${year ?? ''}`)
