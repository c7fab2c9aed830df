import type { Tx } from '#server/context.ts'
import { newestUnrated } from '#server/domains/logs/many-logs.service.ts'
import type { Entry } from '../entry.ts'
import { ratedFilms } from '../import-rows.queries.ts'
import { openDiary, type Diary } from './diary.ts'
import { created, filledIn, thereAlready, type FilmRow, type Target, type Written } from './target.ts'
import { writeEntries } from './write-entries.ts'

/**
 * Writes rows that make or fill logs (decisions 28 and 37): entries of a diary first, then stars, then films that
 * were seen on no known day. What the member has already stays as it is.
 */
export async function writeLogs(tx: Tx, target: Target, rows: readonly FilmRow[]): Promise<Written[]> {
  const of = (kind: Entry['kind']) => rows.filter((row) => row.entry.kind === kind)
  const diary = openDiary(target)
  const entries = await writeEntries(tx, target, diary, of('log'))
  const films = await writeFilms(tx, target, diary, [...of('rating'), ...of('seen')])
  await diary.save(tx)
  return [...entries, ...films]
}

/**
 * Rows of films as such. A film without logs gets an undated one. Stars go to the newest log that has none; films
 * that are only known to be seen change nothing more.
 */
async function writeFilms(
  tx: Tx,
  target: Target,
  diary: Diary,
  rows: readonly FilmRow[],
): Promise<Written[]> {
  if (rows.length === 0) return []
  const films = [...new Set(rows.map((row) => row.filmId))]
  const logged = new Map((await newestUnrated(tx.db, target.memberId, films)).map((log) => [log.filmId, log]))
  // Else the same stars, brought again, would go on to the next log that has none.
  const rated = await ratedFilms(tx.db, target.memberId, films)
  const unrated = (filmId: number): string | null => {
    const stored = logged.get(filmId)
    const candidates = diary.madeOf(filmId).filter((log) => log.rating === null)
    const newest = candidates.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
    if (!newest || (stored?.createdAt && stored.createdAt > newest.createdAt)) return stored?.id ?? null
    return newest.id
  }
  return rows.map((one): Written => {
    const { row, entry, filmId } = one
    if (!logged.has(filmId) && diary.madeOf(filmId).length === 0) {
      if (entry.kind === 'rating') rated.add(filmId)
      return created(row, { logId: diary.add(one, `${target.source}:seen:${filmId}`, null).id })
    }
    if (entry.kind !== 'rating' || entry.rating === null || rated.has(filmId)) return thereAlready(row)
    const logId = unrated(filmId)
    if (logId === null) return thereAlready(row)
    rated.add(filmId)
    diary.fill(logId, { rating: entry.rating })
    return filledIn(row, logId)
  })
}
