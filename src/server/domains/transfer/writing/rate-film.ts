import type { FilmLog } from '#server/domains/logs/logs.import.ts'
import type { ImportEntry } from '../entry.ts'
import type { RatingPlace, RatingRow } from './writing.queries.ts'
import type { DiaryWriter } from './diary.ts'
import {
  created,
  filledIn,
  knownOf,
  rated,
  thereAlready,
  undatedKey,
  type FilmEntryRow,
  type Target,
  type RowResult,
} from './target.ts'

/** A member's logs of a film when rows of stars are imported, or diary entries after them. */
export interface FilmToRate {
  /** Null without logs. */
  newest: FilmLog | null
  /** The newest log without stars. */
  unrated: FilmLog | null
  /** Whether that log was made only because the film was seen, and was not changed since. */
  isOnlySeen: boolean
  /** Whether an earlier row says that the film was seen. */
  isKnownSeen: boolean
  /** Earlier rows with stars for it, in the order in which they came. */
  earlier: readonly RatingRow[]
  /** Whether diary entries just created or changed logs of it. */
  isChanged: boolean
}

/** Stars that a row gave a film, and the log that got them. */
interface KnownRating {
  rating: number | null
  loggedAt: string | null
  logId: string | null
  source: RatingRow | null
}

interface RatingResult {
  written: RowResult[]
  /** Logs that now get the stars of earlier rows. */
  places: RatingPlace[]
  /** Logs that no longer belong to the rows that made them. */
  released: string[]
}

/**
 * Assigns the stars of one film to its logs: first those of earlier rows, when diary entries came after them, then
 * those of `rows`.
 */
export function rateFilm(
  target: Target,
  diary: DiaryWriter,
  film: FilmToRate,
  rows: readonly FilmEntryRow[],
): RatingResult {
  const state = openState(diary, film)
  const places = film.isChanged ? state.placeAgain() : []
  const released: string[] = []
  const written = rows.map((one): RowResult => {
    const { row, entry } = one
    if (!state.hasLogs()) {
      const { id, createdAt } = diary.add(one, undatedKey(target.source, one.filmId), null)
      state.start({ id, createdAt, rating: entry.rating, isUndated: true }, entry.loggedAt)
      const made = created(row, { logId: id })
      return entry.rating === null ? made : rated(made)
    }
    if (entry.kind !== 'rating' || entry.rating === null) return state.see(row)
    const given = state.give(row, entry)
    if (!film.isOnlySeen || given.previousRating === null || given.logId !== film.unrated?.id) return given
    // As if the stars had been imported before the "seen" row.
    diary.rewrite(given.logId, one, undatedKey(target.source, one.filmId))
    released.push(given.logId)
    return { ...given, created: true }
  })
  return { written, places, released }
}

function openState(diary: DiaryWriter, film: FilmToRate) {
  let { newest, unrated, isKnownSeen } = film
  const known: KnownRating[] = film.earlier.map((source) => ({
    rating: source.rating,
    loggedAt: source.loggedAt,
    logId: source.previousRating === null ? null : source.logId,
    source,
  }))

  const isPlaced = () => known.some(({ logId }) => logId !== null)

  function place(rating: number, log: FilmLog): void {
    diary.rate(log.id, rating)
    if (newest?.id === log.id) newest = { ...log, rating }
    if (unrated?.id === log.id) unrated = null
  }

  /** Moves the stars of an earlier row to the log without any, unless the log that has them is newer. */
  function placeOne(one: KnownRating, { rating, ...source }: RatingRow): RatingPlace[] {
    if (rating === null || !unrated) return []
    if (one.logId === null) {
      if (isPlaced()) return []
    } else {
      // The stars of a later entry were not there yet when these were given to an older one.
      const isFree = source.isUnchanged && !source.created && source.previousRating === 0
      if (!isFree || !source.createdAt || source.createdAt >= unrated.createdAt) return []
      diary.rate(one.logId, null)
    }
    one.logId = unrated.id
    place(rating, unrated)
    return [{ importId: source.importId, row: source.row, logId: one.logId }]
  }

  return {
    hasLogs: () => newest !== null,
    /** The film's first log. */
    start(log: FilmLog, loggedAt: string | null) {
      newest = log
      isKnownSeen ||= log.rating === null
      if (log.rating === null) unrated = log
      else known.push({ rating: log.rating, loggedAt, logId: log.id, source: null })
    },
    placeAgain: (): RatingPlace[] => known.flatMap((one) => (one.source ? placeOne(one, one.source) : [])),
    /** The first row that says "seen" keeps the film when everything else about it is removed. */
    see(row: number): RowResult {
      if (isKnownSeen || !newest) return thereAlready(row)
      isKnownSeen = true
      return knownOf(row, newest.id)
    },
    /** When no log can take the stars, they are only the film's rating. */
    give(row: number, { rating, loggedAt }: Pick<ImportEntry, 'rating' | 'loggedAt'>): RowResult {
      const isRepeated = known.some((other) => other.rating === rating && other.loggedAt === loggedAt)
      if (rating === null || !newest || isRepeated) return thereAlready(row)
      if (!unrated || isPlaced()) {
        known.push({ rating, loggedAt, logId: null, source: null })
        return filledIn(row, newest.id)
      }
      const { id } = unrated
      place(rating, unrated)
      known.push({ rating, loggedAt, logId: id, source: null })
      return rated(filledIn(row, id))
    },
  }
}
