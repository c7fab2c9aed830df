import { v7 as uuidv7 } from 'uuid'
import { realReview } from '#shared/review-text.ts'
import type { Tx } from '#server/context.ts'
import { bringLogs, fillLogs, type BroughtLog, type LogFill } from '#server/domains/logs/many-logs.service.ts'
import { momentOf, type FilmRow, type Target } from './target.ts'

/** Logs that rows make and fill, written together at the end. */
export interface Diary {
  /** Logs of a film that were added so far. */
  madeOf(filmId: number): readonly BroughtLog[]
  add(row: FilmRow, importKey: string, watchedAt: string | null): BroughtLog
  /** Gives a log, made here or there before, what it lacks. */
  fill(logId: string, fill: Partial<Omit<LogFill, 'id'>>): void
  /** The caller has `holdLogs`. */
  save(tx: Tx): Promise<void>
}

export function openDiary({ memberId, startedAt, now }: Target): Diary {
  const made = new Map<string, BroughtLog>()
  const films = new Map<number, BroughtLog[]>()
  const fills: LogFill[] = []
  const madeOf = (filmId: number) => films.get(filmId) ?? []
  return {
    madeOf,
    add({ row, entry, filmId }, importKey, watchedAt) {
      const log: BroughtLog = {
        id: uuidv7(),
        filmId,
        rating: entry.rating,
        review: realReview(entry.review),
        rewatchCount: entry.rewatchCount,
        watchedAt,
        spoilers: entry.spoilers,
        tags: entry.tags,
        gif: entry.gif ?? null,
        backdrop: entry.backdrop ?? null,
        importKey,
        createdAt: momentOf(entry, row, startedAt),
      }
      made.set(log.id, log)
      const others = films.get(filmId)
      if (others) others.push(log)
      else films.set(filmId, [log])
      return log
    },
    fill(id, fill) {
      const young = made.get(id)
      if (young) Object.assign(young, fill)
      else fills.push({ id, rating: null, review: '', spoilers: false, ...fill })
    },
    async save(tx) {
      await bringLogs(tx, memberId, [...made.values()], now)
      await fillLogs(tx, memberId, fills)
    },
  }
}
