import type { Log } from '#shared/api/logs.ts'

/** The `count` most recent by watched day, undated ones by the day they were made; newest first. */
export function recentByWatched(logs: readonly Log[], count: number): Log[] {
  const day = (log: Log) => log.watchedAt ?? log.createdAt.slice(0, 10)
  return logs
    .toSorted((a, b) => day(b).localeCompare(day(a)) || b.createdAt.localeCompare(a.createdAt))
    .slice(0, count)
}
