import { v7 as uuidv7 } from 'uuid'
import { isNarrower, type Audience } from '#shared/audience.ts'
import { realReview } from '#shared/review-text.ts'
import type { Tx } from '#server/context.ts'
import {
  fillLogs,
  importLogs,
  rateLogs,
  updateLogs,
  type ImportedLog,
  type LogFill,
  type UpdatedLog,
} from '#server/domains/logs/logs.import.ts'
import { momentOf, type FilmEntryRow, type Target } from './target.ts'

/** Logs that rows make and change, written together at the end. */
export interface DiaryWriter {
  add(row: FilmEntryRow, importKey: string, watchedAt: string | null): ImportedLog
  /** Rewrites an existing log to what the row says; its text stays when the row has none. */
  rewrite(logId: string, row: FilmEntryRow, importKey: string): void
  /** Fills in what a log lacks, be it new or existing. */
  fill(logId: string, fill: Partial<Omit<LogFill, 'id'>>): void
  rate(logId: string, rating: number | null): void
  /** Writes everything; the caller has called `lockMemberLogs`. */
  save(tx: Tx): Promise<void>
}

const narrowest = (one: Audience | undefined, other: Audience | undefined) =>
  one === undefined || (other !== undefined && isNarrower(other, one)) ? other : one

export function openDiary({ memberId, startedAt, now }: Target): DiaryWriter {
  const made = new Map<string, ImportedLog>()
  const rewritten = new Map<string, UpdatedLog>()
  const fills: LogFill[] = []
  const ratings = new Map<string, number | null>()
  const logOf = (
    id: string,
    { row, entry, filmId }: FilmEntryRow,
    importKey: string,
    watchedAt: string | null,
  ): ImportedLog => ({
    id,
    filmId,
    rating: entry.rating,
    review: realReview(entry.review),
    reviewEmphasis: entry.reviewEmphasis ?? [],
    rewatchCount: entry.rewatchCount,
    watchedAt,
    spoilers: entry.spoilers,
    tags: entry.tags,
    gif: entry.gif ?? null,
    backdrop: entry.backdrop ?? null,
    isMark: entry.isMark ?? (entry.kind === 'rating' || entry.kind === 'seen'),
    importKey,
    audience: entry.audience,
    createdAt: momentOf(entry, row, startedAt),
  })
  return {
    add(row, importKey, watchedAt) {
      const log = logOf(uuidv7(), row, importKey, watchedAt)
      made.set(log.id, log)
      return log
    },
    rewrite(logId, row, importKey) {
      const log = logOf(logId, row, importKey, row.entry.watchedAt)
      rewritten.set(logId, { ...log, review: log.review || null })
    },
    fill(id, { review = '', reviewEmphasis = [], spoilers = false, audience, importKey = null }) {
      const young = made.get(id) ?? rewritten.get(id)
      if (!young) fills.push({ id, review, reviewEmphasis, spoilers, audience, importKey })
      else if (review !== '')
        Object.assign(young, {
          review,
          reviewEmphasis,
          spoilers,
          audience: narrowest(young.audience, audience),
        })
    },
    rate: (id, rating) => void ratings.set(id, rating),
    async save(tx) {
      await importLogs(tx, memberId, [...made.values()], now)
      await updateLogs(tx, memberId, [...rewritten.values()])
      await fillLogs(tx, memberId, fills)
      await rateLogs(
        tx,
        memberId,
        [...ratings].map(([id, rating]) => ({ id, rating })),
      )
    },
  }
}
