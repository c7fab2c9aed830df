import { realReview } from '#shared/review-text.ts'
import type { ImportSource } from '#shared/api/transfer.ts'
import type { Tx } from '#server/context.ts'
import type { Entry } from '../entry.ts'
import { countEntries, ratedFilms, untouchedLogs } from '../import-rows.queries.ts'
import { openDiary, type Diary } from './diary.ts'
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

function ownKey({ key }: Entry, source: ImportSource): string | null {
  return key !== null && named.has(source) ? shortKey(`${source}:${key}`) : null
}

/**
 * Writes rows that make or fill logs (decisions 28 and 37): entries of a diary first, then stars, then films that
 * were seen on no known day. What the member has already stays as it is.
 */
export async function writeLogs(tx: Tx, target: Target, rows: readonly FilmRow[]): Promise<Written[]> {
  const of = (kind: Entry['kind']) => rows.filter((row) => row.entry.kind === kind)
  const [entries, ratings, seen] = [of('log'), of('rating'), of('seen')]
  if (entries.length + ratings.length + seen.length === 0) return []
  const films = [...new Set([...entries, ...ratings, ...seen].map((row) => row.filmId))]
  const keys = entries.flatMap(({ entry }) => ownKey(entry, target.source) ?? [])
  const diary = await openDiary(tx, target, films, keys)
  const written = [
    ...(await writeEntries(tx, target, diary, entries)),
    ...(await writeRatings(tx, target, diary, ratings)),
    ...seen.map((row) => writeSeen(target, diary, row)),
  ]
  await diary.save()
  return written
}

/**
 * An entry is there already by its own name, or as the so-manieth of its film and day: in this source, or among logs
 * that came otherwise.
 */
async function writeEntries(tx: Tx, target: Target, diary: Diary, rows: readonly FilmRow[]) {
  const nextOfDay = await ordinals(tx, target, rows)
  const fillable = await fillableLogs(tx, target, diary, rows)
  return rows.map((one): Written => {
    const { row, entry, filmId } = one
    const nth = nextOfDay(one)
    const importKey =
      ownKey(entry, target.source) ?? `${target.source}:film:${filmId}:${entry.watchedAt ?? ''}:${nth}`
    const known = diary.byKey(importKey)
    if (known && fillable.has(known.id) && !known.hasReview && realReview(entry.review) !== '') {
      diary.fill(known, { review: realReview(entry.review), spoilers: entry.spoilers })
      return filledIn(row, known.id)
    }
    const others = diary
      .of(filmId)
      .filter((log) => log.watchedAt === entry.watchedAt && !log.importKey?.startsWith(`${target.source}:`))
    if (known || others.length >= nth) return thereAlready(row)
    return created(row, { logId: diary.add(one, importKey, entry.watchedAt) })
  })
}

/** Counts the rows of one film and day through the whole import, from 1. */
async function ordinals(tx: Tx, { importId }: Target, rows: readonly FilmRow[]) {
  const films = [...new Set(rows.map((row) => row.filmId))]
  const decided = films.length > 0 ? await countEntries(tx.db, importId, films) : []
  const counts = new Map(decided.map(({ film_id, day, entries }) => [`${film_id} ${day}`, entries]))
  return ({ filmId, entry }: FilmRow) => {
    const name = `${filmId} ${entry.watchedAt ?? ''}`
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    return nth
  }
}

/** Logs that an earlier file brought without their text and that the member has not changed. */
async function fillableLogs(tx: Tx, { source }: Target, diary: Diary, rows: readonly FilmRow[]) {
  const ids = rows.flatMap(({ entry }) => {
    const key = ownKey(entry, source)
    const log = key === null ? undefined : diary.byKey(key)
    return log && !log.hasReview && entry.review !== '' ? log.id : []
  })
  return ids.length > 0 ? untouchedLogs(tx.db, ids) : new Set<string>()
}

/** The newest log without stars gets them; a film without logs gets an undated one (decision 37). */
async function writeRatings(tx: Tx, target: Target, diary: Diary, rows: readonly FilmRow[]) {
  if (rows.length === 0) return []
  // Else the same rating, brought again, would go on to the next log that has none.
  const rated = await ratedFilms(
    tx.db,
    target.memberId,
    rows.map((row) => row.filmId),
  )
  return rows.map((one): Written => {
    const { row, entry, filmId } = one
    if (diary.of(filmId).length === 0) return writeSeen(target, diary, one)
    const unrated = diary.of(filmId).find((log) => log.rating === null)
    if (!unrated || entry.rating === null || rated.has(filmId)) return thereAlready(row)
    rated.add(filmId)
    diary.fill(unrated, { rating: entry.rating })
    return filledIn(row, unrated.id)
  })
}

function writeSeen(target: Target, diary: Diary, one: FilmRow): Written {
  if (diary.of(one.filmId).length > 0) return thereAlready(one.row)
  return created(one.row, { logId: diary.add(one, `${target.source}:seen:${one.filmId}`, null) })
}
