import type { Tx } from '#server/context.ts'
import { importFilmRatings, selectNewestLogs } from '#server/domains/logs/logs.import.ts'
import {
  placeRatings,
  releaseLogs,
  selectMakers,
  selectRatingRows,
  selectSeen,
  type LogMaker,
  type RatingPlace,
} from './writing.queries.ts'
import { openDiary } from './diary.ts'
import { rateFilm, type FilmToRate } from './rate-film.ts'
import { knownOf, momentOf, type FilmEntryRow, type Target, type RowResult } from './target.ts'

/**
 * Imports rows about films as such. A film without logs gets an undated one. Stars are the film's rating from their
 * day on, and go to its newest log without stars; rows that only say "seen" change nothing more. Stars that came
 * before entries of the `changed` films move to where they would be if they had come after.
 */
export async function importFilmRows(
  tx: Tx,
  target: Target,
  rows: readonly FilmEntryRow[],
  changed: ReadonlySet<number>,
): Promise<RowResult[]> {
  const films = [...new Set([...rows.map((row) => row.filmId), ...changed])]
  if (films.length === 0) return []
  const earlier = await selectRatingRows(tx.db, target, films)
  if (rows.length === 0 && earlier.length === 0) return []
  const deciding = new Set(rows.map(({ row }) => row))
  const rowsOf = Map.groupBy(rows, (row) => row.filmId)
  const earlierOf = Map.groupBy(
    earlier.filter((row) => row.importId !== target.importId || !deciding.has(row.row)),
    (row) => row.filmId,
  )
  const open = [...new Set([...rowsOf.keys(), ...earlierOf.keys()])]
  const newest = new Map(
    (await selectNewestLogs(tx.db, target.memberId, open)).map((one) => [one.filmId, one]),
  )
  const undated = [...newest.values()].flatMap(({ unrated }) => (unrated?.isUndated ? [unrated.id] : []))
  const makers = undated.length > 0 ? await selectMakers(tx.db, undated) : new Map<string, LogMaker>()
  const seenRows = rows.filter((row) => row.entry.kind === 'seen').map((row) => row.filmId)
  const seen = new Set(seenRows.length > 0 ? await selectSeen(tx.db, target.memberId, seenRows) : [])
  const diary = openDiary(target)
  const written: RowResult[] = []
  const places: RatingPlace[] = []
  const released: string[] = []
  for (const filmId of open) {
    const unrated = newest.get(filmId)?.unrated ?? null
    const film: FilmToRate = {
      newest: newest.get(filmId)?.newest ?? null,
      unrated,
      isOnlySeen: makers.get(unrated?.id ?? '')?.kind === 'seen',
      isKnownSeen: seen.has(filmId),
      earlier: earlierOf.get(filmId) ?? [],
      isChanged: changed.has(filmId),
    }
    const result = rateFilm(target, diary, film, rowsOf.get(filmId) ?? [])
    written.push(...result.written)
    places.push(...result.places)
    released.push(...result.released)
  }
  await diary.save(tx)
  if (released.length > 0)
    await releaseLogs(
      tx.db,
      released.map((id) => ({ id, hasText: false })),
    )
  if (places.length > 0) await placeRatings(tx.db, places, target.now)
  return rateFilms(tx, target, rows, written)
}

/**
 * Stars without a day count as given when the import began, unless the member rated the film here before. A row that
 * changed no log is not new either.
 */
async function rateFilms(
  tx: Tx,
  target: Target,
  rows: readonly FilmEntryRow[],
  written: readonly RowResult[],
): Promise<RowResult[]> {
  const imported = new Set(written.flatMap(({ row, state }) => (state === 'imported' ? row : [])))
  const ratings = rows.filter(
    ({ row, entry }) => entry.kind === 'rating' && entry.rating !== null && imported.has(row),
  )
  const rated = await importFilmRatings(
    tx,
    target,
    ratings.map(({ row, filmId, entry }) => ({
      filmId,
      rating: entry.rating,
      setAt: momentOf(entry, row, target.startedAt),
      isDayKnown: entry.loggedAt !== null || entry.watchedAt !== null,
    })),
  )
  // A row that is decided again has added its rating before.
  if (target.leavingId !== undefined) return [...written]
  const saysNothing = new Set(ratings.flatMap(({ row, filmId }) => (rated.has(filmId) ? [] : row)))
  return written.map((one) => {
    const { row, logId, created, previousRating } = one
    const isAlone = logId !== null && !created && previousRating === null
    return saysNothing.has(row) && isAlone ? knownOf(row, logId) : one
  })
}
