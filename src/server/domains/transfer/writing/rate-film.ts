import type { FilmLog } from '#server/domains/logs/logs.import.ts'
import type { RatingOutcome, RatingRow } from './writing.queries.ts'
import type { DiaryWriter } from './diary.ts'
import {
  undatedKey,
  created,
  filledIn,
  knownOf,
  otherRating,
  rated,
  thereAlready,
  type FilmEntryRow,
  type Target,
  type Written,
} from './target.ts'

/** A film as a member has it when rows of stars come, or entries of a diary after them. */
export interface FilmToRate {
  /** Null without logs. */
  newest: FilmLog | null
  /** The newest log without stars. */
  unrated: FilmLog | null
  /** Whether that one was made for a film that was only known to be seen, and not changed since. */
  isOnlySeen: boolean
  /** Whether the newest log is the member's own, or changed since it came. */
  isOwn: boolean
  /** Whether a row that stays said before that it was seen. */
  isKnownSeen: boolean
  /** Rows that gave it stars before, in the order in which they came. */
  earlier: readonly RatingRow[]
  /** Logs that entries made or changed just now. */
  changed: ReadonlySet<string> | null
}

/** Stars that are known of a film, and the log whose stars they are. */
interface KnownRating {
  rating: number | null
  logId: string | null
  source: RatingRow | null
}

interface Rated {
  written: Written[]
  /** What else became of earlier rows. */
  outcomes: RatingOutcome[]
  /** Logs that are no longer what their rows made. */
  released: string[]
}

/** Decides the rows of one film: earlier ones anew where entries came after them, then `rows` in their order. */
export function rateFilm(
  target: Target,
  diary: DiaryWriter,
  film: FilmToRate,
  rows: readonly FilmEntryRow[],
): Rated {
  const state = openState(diary, film)
  const outcomes = film.changed ? state.decideAgain(film.changed) : []
  const released: string[] = []
  const written = rows.map((one): Written => {
    const { row, entry } = one
    if (!state.hasLogs()) {
      const { id, createdAt } = diary.add(one, undatedKey(target.source, one.filmId), null)
      state.start({ id, createdAt, rating: entry.rating, isUndated: true })
      const made = created(row, { logId: id })
      return entry.rating === null ? made : rated(made, null)
    }
    if (entry.kind !== 'rating' || entry.rating === null) return state.see(row)
    if (one.isAccepted) return state.replace(row, entry.rating)
    const given = state.give(row, entry.rating, !(one.isAgain && film.isOwn))
    if (!film.isOnlySeen || given.previousRating === null || given.logId !== film.unrated?.id) return given
    // As if the stars had come before the film that was seen.
    diary.rewrite(given.logId, one, undatedKey(target.source, one.filmId))
    released.push(given.logId)
    return { ...given, created: true }
  })
  return { written, outcomes: [...outcomes, ...state.displaced()], released }
}

function openState(diary: DiaryWriter, film: FilmToRate) {
  let { newest, unrated, isKnownSeen } = film
  const known: KnownRating[] = film.earlier.map((source) => ({
    rating: source.rating,
    logId: source.previousRating === null ? null : source.logId,
    source,
  }))
  const displaced: RatingOutcome[] = []

  const isPlaced = () => known.some(({ logId }) => logId !== null)

  function place(rating: number, log: FilmLog): void {
    diary.rate(log.id, rating)
    if (newest?.id === log.id) newest = { ...log, rating }
    if (unrated?.id === log.id) unrated = null
  }

  /** Stars of an entry that came later were not there yet when these were given to an older one. */
  function move(one: KnownRating, source: RatingRow): RatingOutcome[] {
    const isFree = source.isUnchanged && !source.created && source.previousRating === 0
    if (!isFree || source.rating === null || !unrated || !source.createdAt) return []
    if (source.createdAt >= unrated.createdAt) return []
    diary.rate(source.logId ?? '', null)
    one.logId = unrated.id
    place(source.rating, unrated)
    return [outcomeOf(source, 'imported', { logId: one.logId, previousRating: 0 })]
  }

  function decide(one: KnownRating, source: RatingRow, changed: ReadonlySet<string>): RatingOutcome[] {
    const { rating } = source
    if (rating === null || !newest) return []
    if (!isPlaced() && unrated) {
      one.logId = unrated.id
      place(rating, unrated)
      return [outcomeOf(source, 'imported', { logId: one.logId, previousRating: 0 })]
    }
    const isKnown = newest.rating === rating || isRepeated(rating, one)
    const isOpen = source.state === 'doubtful'
    if (isKnown) return isOpen ? [outcomeOf(source, source.hasAdded ? 'imported' : 'skipped', source)] : []
    // What the member logged here since is newer than any file.
    if (isOpen || !changed.has(newest.id)) return []
    const about = source.logId ? source : { logId: newest.id, previousRating: null }
    return [outcomeOf(source, 'doubtful', about)]
  }

  /** Whether these stars came before, from whichever file. */
  function isRepeated(rating: number, one: KnownRating | null): boolean {
    const before = one ? known.slice(0, known.indexOf(one)) : known
    return before.some((other) => other.rating === rating)
  }

  return {
    hasLogs: () => newest !== null,
    displaced: () => displaced,
    /** The film’s first log. */
    start(log: FilmLog) {
      newest = log
      isKnownSeen ||= log.rating === null
      if (log.rating === null) unrated = log
      else known.push({ rating: log.rating, logId: log.id, source: null })
    },
    decideAgain(changed: ReadonlySet<string>): RatingOutcome[] {
      return known.flatMap((one) => {
        if (!one.source) return []
        return one.logId === null ? decide(one, one.source, changed) : move(one, one.source)
      })
    },
    /** The first row that says so keeps the film when all else that was said of it goes. */
    see(row: number): Written {
      if (isKnownSeen || !newest) return thereAlready(row)
      isKnownSeen = true
      return knownOf(row, newest.id)
    },
    give(row: number, rating: number, mayAsk: boolean): Written {
      if (!newest || isRepeated(rating, null)) return thereAlready(row)
      if (unrated && !isPlaced()) {
        const { id } = unrated
        place(rating, unrated)
        known.push({ rating, logId: id, source: null })
        return rated(filledIn(row, id), null)
      }
      known.push({ rating, logId: null, source: null })
      const isKnown = newest.rating === rating || !mayAsk
      return isKnown ? knownOf(row, newest.id) : otherRating(row, newest.id)
    },
    /** As the member wants it: the newest log has these stars then. */
    replace(row: number, rating: number): Written {
      if (!newest) return thereAlready(row)
      if (newest.rating === rating) return knownOf(row, newest.id)
      const log = newest
      const before = known.find(({ logId }) => logId === log.id)
      const previous = before?.source?.previousRating ?? log.rating
      place(rating, log)
      if (before?.source)
        displaced.push(outcomeOf(before.source, 'imported', { logId: log.id, previousRating: null }))
      if (before) before.logId = null
      known.push({ rating, logId: log.id, source: null })
      return rated(filledIn(row, log.id), previous)
    },
  }
}

const reasons = { imported: null, skipped: 'there-already', doubtful: 'other-rating' } as const

const outcomeOf = (
  { importId, row }: RatingRow,
  state: RatingOutcome['state'],
  { logId, previousRating }: Pick<RatingOutcome, 'logId' | 'previousRating'>,
): RatingOutcome => ({ importId, row, logId, previousRating, state, reason: reasons[state] })
