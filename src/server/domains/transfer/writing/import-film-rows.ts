import type { Tx } from '#server/context.ts'
import { newestLogs } from '#server/domains/logs/logs.import.ts'
import {
  releaseLogs,
  selectMakers,
  selectRatingRows,
  selectSeen,
  updateRatingRows,
  type LogMaker,
  type RatingOutcome,
  type RatingRow,
} from './writing.queries.ts'
import { count, type Counts } from '../imports.queries.ts'
import { openDiary } from './diary.ts'
import { rateFilm, type FilmToRate } from './rate-film.ts'
import type { FilmEntryRow, Target, Written } from './target.ts'

/**
 * Rows of films as such. A film without logs gets an undated one. Stars go to the newest log that has none; films
 * that are only known to be seen change nothing more. Stars that came before the entries of `changed` go where they
 * would have gone after them.
 */
export async function importFilmRows(
  tx: Tx,
  target: Target,
  rows: readonly FilmEntryRow[],
  changed: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<Written[]> {
  const films = [...new Set([...rows.map((row) => row.filmId), ...changed.keys()])]
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
  const newest = new Map((await newestLogs(tx.db, target.memberId, open)).map((one) => [one.filmId, one]))
  const isAgain = rows.some((row) => row.isAgain)
  const asked = [...newest.values()].flatMap(({ newest: log, unrated }) => [
    ...(unrated?.isUndated ? [unrated.id] : []),
    ...(isAgain ? [log.id] : []),
  ])
  const makers = asked.length > 0 ? await selectMakers(tx.db, asked) : new Map<string, LogMaker>()
  const seenRows = rows.filter((row) => row.entry.kind === 'seen').map((row) => row.filmId)
  const seen = new Set(seenRows.length > 0 ? await selectSeen(tx.db, target.memberId, seenRows) : [])
  const diary = openDiary(target)
  const written: Written[] = []
  const outcomes: RatingOutcome[] = []
  const released: string[] = []
  for (const filmId of open) {
    const unrated = newest.get(filmId)?.unrated ?? null
    const film: FilmToRate = {
      newest: newest.get(filmId)?.newest ?? null,
      unrated,
      isOwn: isAgain && !makers.has(newest.get(filmId)?.newest.id ?? ''),
      isOnlySeen: makers.get(unrated?.id ?? '')?.kind === 'seen',
      isKnownSeen: seen.has(filmId),
      earlier: earlierOf.get(filmId) ?? [],
      changed: changed.get(filmId) ?? null,
    }
    const result = rateFilm(target, diary, film, rowsOf.get(filmId) ?? [])
    written.push(...result.written)
    outcomes.push(...result.outcomes)
    released.push(...result.released)
  }
  await diary.save(tx)
  if (released.length > 0)
    await releaseLogs(
      tx.db,
      released.map((id) => ({ id, hasText: false })),
    )
  await saveOutcomes(tx, target, outcomes, earlier)
  return written
}

async function saveOutcomes(
  tx: Tx,
  { now, changed }: Target,
  outcomes: readonly RatingOutcome[],
  before: readonly RatingRow[],
): Promise<void> {
  if (outcomes.length === 0) return
  await updateRatingRows(tx.db, outcomes, now)
  const states = new Map(before.map((row) => [`${row.importId} ${row.row}`, row.state]))
  for (const [importId, ofImport] of Map.groupBy(outcomes, (outcome) => outcome.importId)) {
    const counts: Required<Pick<Counts, RatingOutcome['state']>> = { imported: 0, skipped: 0, doubtful: 0 }
    for (const { row, state } of ofImport) {
      const was = states.get(`${importId} ${row}`)
      counts[state]++
      if (was === 'imported' || was === 'skipped' || was === 'doubtful') counts[was]--
    }
    changed.push(await count(tx.db, importId, counts))
  }
}
