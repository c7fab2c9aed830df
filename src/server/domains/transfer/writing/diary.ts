import { v7 as uuidv7 } from 'uuid'
import { realReview } from '#shared/review-text.ts'
import type { Tx } from '#server/context.ts'
import {
  bringLogs,
  fillLogs,
  ownLogs,
  type BroughtLog,
  type LogFill,
  type OwnLog,
} from '#server/domains/logs/many-logs.service.ts'
import { momentOf, type FilmRow, type Target } from './target.ts'

/** A member's logs of the films of some rows: as they are, and as the rows make them. */
export interface Diary {
  /** Newest first. */
  of(filmId: number): readonly OwnLog[]
  byKey(importKey: string): OwnLog | undefined
  /** Answers the id of the new log. */
  add(row: FilmRow, importKey: string, watchedAt: string | null): string
  fill(log: OwnLog, fill: { rating?: number | null; review?: string; spoilers?: boolean }): void
  /** Writes what was added and filled in. */
  save(): Promise<void>
}

/** The caller has `holdLogs`. */
export async function openDiary(
  tx: Tx,
  { memberId, startedAt, now }: Target,
  filmIds: number[],
  importKeys: string[],
): Promise<Diary> {
  const logs = await ownLogs(tx, memberId, filmIds, importKeys)
  const keyed = new Map(logs.map((log) => [log.importKey, log]))
  const films = Map.groupBy(logs, (log) => log.filmId)
  const made = new Map<string, BroughtLog>()
  const fills: LogFill[] = []
  const of = (filmId: number) => films.get(filmId) ?? []
  return {
    of,
    byKey: (importKey) => keyed.get(importKey),
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
        importKey,
        createdAt: momentOf(entry, row, startedAt),
      }
      made.set(log.id, log)
      const own: OwnLog = { ...log, hasReview: log.review !== '' }
      keyed.set(importKey, own)
      films.set(
        filmId,
        [...of(filmId), own].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
      )
      return log.id
    },
    fill(log, { rating = null, review = '', spoilers = false }) {
      log.rating ??= rating
      log.hasReview ||= review !== ''
      const young = made.get(log.id)
      if (!young) fills.push({ id: log.id, rating, review, spoilers })
      else Object.assign(young, { rating: young.rating ?? rating }, review && { review, spoilers })
    },
    async save() {
      await bringLogs(tx, memberId, [...made.values()], now)
      await fillLogs(tx, memberId, fills)
    },
  }
}
