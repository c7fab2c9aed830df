import type { ImportSource } from '#shared/api/transfer.ts'
import { realReview } from '#shared/review-text.ts'
import type { Tx } from '#server/context.ts'
import { countOthers, logsByKey, type KeyedLog } from '#server/domains/logs/many-logs.service.ts'
import type { Entry } from '../entry.ts'
import { countEntries, untouchedLogs } from '../import-rows.queries.ts'
import type { Diary } from './diary.ts'
import {
  created,
  filledIn,
  shortKey,
  thereAlready,
  type FilmRow,
  type Target,
  type Written,
} from './target.ts'

/** Sources whose entries have names of their own; elsewhere `key` may be the film’s. */
const named: ReadonlySet<ImportSource> = new Set(['letterboxd', 'trakt', 'scene'])

/** An entry, the so-manieth of its film and day in the whole import, and what it is known again by. */
interface KeyedEntry extends FilmRow {
  nth: number
  importKey: string
}

const dayName = (filmId: number, day: string | null) => `${filmId} ${day ?? ''}`

/**
 * Entries of a diary, each a log of its own. One is there already by its own name, or as the so-manieth of its film
 * and day: of this source, or among logs that came otherwise.
 */
export async function writeEntries(
  tx: Tx,
  target: Target,
  diary: Diary,
  rows: readonly FilmRow[],
): Promise<Written[]> {
  if (rows.length === 0) return []
  const entries = await keyed(tx, target, rows)
  const others = await othersOfDay(tx, target, entries)
  const keys = entries.map((one) => one.importKey)
  const known = new Map((await logsByKey(tx.db, target.memberId, keys)).map((log) => [log.importKey, log]))
  const fillable = await fillableLogs(tx, entries, known)
  return entries.map((one): Written => {
    const { row, entry, filmId, nth, importKey } = one
    const log = known.get(importKey)
    const review = realReview(entry.review)
    if (log && !log.hasReview && review !== '' && fillable.has(log.id)) {
      log.hasReview = true
      diary.fill(log.id, { review, spoilers: entry.spoilers })
      return filledIn(row, log.id)
    }
    if (log || (others.get(dayName(filmId, entry.watchedAt)) ?? 0) >= nth) return thereAlready(row)
    const { id } = diary.add(one, importKey, entry.watchedAt)
    known.set(importKey, { id, importKey, hasReview: review !== '' })
    fillable.add(id)
    return created(row, { logId: id })
  })
}

async function keyed(tx: Tx, { importId, source }: Target, rows: readonly FilmRow[]): Promise<KeyedEntry[]> {
  const films = [...new Set(rows.map((row) => row.filmId))]
  const decided = await countEntries(tx.db, importId, films)
  const counts = new Map(decided.map((one) => [dayName(one.film_id, one.day), one.entries]))
  return rows.map((row) => {
    const name = dayName(row.filmId, row.entry.watchedAt)
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    return { ...row, nth, importKey: keyOf(row, source, nth) }
  })
}

function keyOf({ entry, filmId }: FilmRow, source: ImportSource, nth: number): string {
  return entry.key !== null && named.has(source)
    ? shortKey(`${source}:${entry.key}`)
    : `${source}:film:${filmId}:${entry.watchedAt ?? ''}:${nth}`
}

/** How many logs the member has of the films and days that came otherwise. */
async function othersOfDay(tx: Tx, { memberId, source }: Target, rows: readonly FilmRow[]) {
  const days = rows.map(({ filmId, entry }) => ({ filmId, day: entry.watchedAt }))
  const others = await countOthers(tx.db, memberId, days, `${source}:`)
  return new Map(others.map(({ filmId, day, logs }) => [dayName(filmId, day), logs]))
}

/** Logs that an earlier file brought without their text and that the member has not changed. */
async function fillableLogs(tx: Tx, rows: readonly KeyedEntry[], known: ReadonlyMap<string, KeyedLog>) {
  const hasText = (entry: Entry) => realReview(entry.review) !== ''
  const ids = rows.flatMap(({ entry, importKey }) => {
    const log = known.get(importKey)
    return log && !log.hasReview && hasText(entry) ? log.id : []
  })
  return ids.length > 0 ? untouchedLogs(tx.db, ids) : new Set<string>()
}
