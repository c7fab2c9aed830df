import { realReview } from '#shared/review-text.ts'
import type { ImportKind } from '#shared/api/transfer.ts'
import type { Tx } from '#server/context.ts'
import {
  countOthers,
  selectLogsByKey,
  selectNthLogs,
  selectUndatedLogs,
} from '#server/domains/logs/logs.import.ts'
import { countEntries, releaseLogs, selectMakers, type LogMaker } from './writing.queries.ts'
import { openDiary, type DiaryWriter } from './diary.ts'
import {
  created,
  entryKeys,
  filledIn,
  thereAlready,
  type EntryKeys,
  type FilmEntryRow,
  type Target,
  type RowResult,
} from './target.ts'

/**
 * An entry with its number among the entries of its film and day in the whole import, and the keys by which it is
 * recognised.
 */
interface KeyedEntry extends FilmEntryRow, EntryKeys {
  nth: number
}

interface KnownLog {
  id: string
  importKey: string
  hasReview: boolean
  /** The kind of the row that made it; null for a log of the member's own, or changed since. */
  maker: ImportKind | null
}

interface WrittenEntries {
  written: RowResult[]
  /** Films whose logs were created or changed. */
  changed: Set<number>
}

const dayName = (filmId: number, day: string | null) => `${filmId} ${day ?? ''}`
const hasText = ({ review }: FilmEntryRow['entry']) => realReview(review) !== ''

/**
 * Imports entries of a diary, each as a log of its own. An entry exists already if its own key does, or as the n-th
 * of its film and day: of this source, or among logs made otherwise. It takes over a log that an earlier file made
 * with less content: that of its review, or of a film seen on no known day.
 */
export async function importDiaryRows(
  tx: Tx,
  target: Target,
  rows: readonly FilmEntryRow[],
): Promise<WrittenEntries> {
  const changed = new Set<number>()
  if (rows.length === 0) return { written: [], changed }
  const entries = await keyed(tx, target, rows)
  const { known, undated } = await knownLogs(tx, target, entries)
  const others = await othersOfDay(tx, target, entries, [...undated.values()])
  const diary = openDiary(target)
  const released: { id: string; hasText: boolean }[] = []
  const takeOver = (one: KeyedEntry, logId: string): RowResult => {
    diary.rewrite(logId, one, one.keys[0] ?? '')
    released.push({ id: logId, hasText: hasText(one.entry) })
    changed.add(one.filmId)
    return created(one.row, { logId })
  }
  const written = entries.map((one): RowResult => {
    const { row, entry, filmId, nth, keys } = one
    const [importKey = ''] = keys
    const log = keys.map((key) => known.get(key)).find((found) => found !== undefined)
    if (log) {
      if (entry.kind !== 'log' || log.maker !== 'review') return addTo(diary, log, one)
      Object.assign(log, { maker: 'log', hasReview: log.hasReview || hasText(entry) })
      return takeOver(one, log.id)
    }
    if ((others.get(dayName(filmId, entry.watchedAt)) ?? 0) >= nth) return thereAlready(row)
    const make = () => {
      const { id } = diary.add(one, importKey, entry.watchedAt)
      changed.add(filmId)
      return created(row, { logId: id })
    }
    const empty = undated.get(filmId)
    undated.delete(filmId)
    const result = empty === undefined ? make() : takeOver(one, empty)
    const id = result.logId ?? ''
    known.set(importKey, { id, importKey, hasReview: hasText(entry), maker: entry.kind })
    return result
  })
  await diary.save(tx)
  if (released.length > 0) await releaseLogs(tx.db, released)
  return { written, changed }
}

/** Adds to an existing log what the entry has: its text, and the key that an earlier file did not have. */
function addTo(diary: DiaryWriter, log: KnownLog, { row, entry, keys }: KeyedEntry): RowResult {
  const [importKey = ''] = keys
  // An entry without a key of its own has only the last key.
  if (log.importKey === keys[1]) {
    diary.fill(log.id, { importKey })
    log.importKey = importKey
  }
  if (log.hasReview || log.maker === null || !hasText(entry)) return thereAlready(row)
  log.hasReview = true
  const { spoilers, reviewEmphasis = [], audience } = entry
  diary.fill(log.id, { review: realReview(entry.review), reviewEmphasis, spoilers, audience })
  return filledIn(row, log.id)
}

/**
 * Numbers the entries of each film and day. Diary entries and reviews are numbered separately, since each review is
 * also an entry of the diary.
 */
async function keyed(
  tx: Tx,
  { importId, source }: Target,
  rows: readonly FilmEntryRow[],
): Promise<KeyedEntry[]> {
  const films = [...new Set(rows.map((row) => row.filmId))]
  const decided = await countEntries(tx.db, importId, films)
  const counts = new Map(decided.map((one) => [`${one.kind} ${dayName(one.film_id, one.day)}`, one.entries]))
  return rows.map((row) => {
    const name = `${row.entry.kind} ${dayName(row.filmId, row.entry.watchedAt)}`
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    return { ...row, nth, ...entryKeys(row, source, nth) }
  })
}

/** Existing logs of the entries by their keys, and logs of the films that wait for an entry. */
async function knownLogs(tx: Tx, { importId, memberId, source }: Target, entries: readonly KeyedEntry[]) {
  const keys = entries.flatMap((one) => one.keys)
  const known = new Map((await selectLogsByKey(tx.db, memberId, keys)).map((log) => [log.importKey, log]))
  const nameless = entries.filter((one) => one.isNameless && !known.has(one.keys[0] ?? ''))
  if (nameless.length > 0) {
    const places = nameless.map(({ filmId, entry, nth, keys: [key = ''] }) => ({
      filmId,
      day: entry.watchedAt,
      nth,
      key,
    }))
    for (const { key, ...log } of await selectNthLogs(tx.db, memberId, places, `${source}:`))
      known.set(key, log)
  }
  const films = [...new Set(entries.map((one) => one.filmId))]
  const undated = await selectUndatedLogs(tx.db, memberId, films)
  const ids = [...known.values(), ...undated].map((log) => log.id)
  const makers = ids.length > 0 ? await selectMakers(tx.db, ids) : new Map<string, LogMaker>()
  // A log found by two keys is still one.
  const byId = new Map(
    [...known.values()].map((log): [string, KnownLog] => [
      log.id,
      { ...log, maker: makers.get(log.id)?.kind ?? null },
    ]),
  )
  // Entries that one export lists separately stay separate, however many batches it takes.
  const waiting = undated.filter(({ id }) => {
    const maker = makers.get(id)
    return maker && !(maker.kind === 'log' && maker.importId === importId)
  })
  return {
    known: new Map([...known].flatMap(([key, { id }]) => [[key, byId.get(id)] as const])),
    undated: new Map(waiting.map(({ id, filmId }) => [filmId, id])),
  }
}

/** How many other logs the member has of these films and days, made otherwise and not waiting for an entry. */
async function othersOfDay(
  tx: Tx,
  { memberId, source }: Target,
  rows: readonly FilmEntryRow[],
  undated: readonly string[],
) {
  const days = rows.map(({ filmId, entry }) => ({ filmId, day: entry.watchedAt }))
  const others = await countOthers(tx.db, memberId, days, `${source}:`, undated)
  return new Map(others.map(({ filmId, day, logs }) => [dayName(filmId, day), logs]))
}
