import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { getFilm } from '#shared/api/films.ts'
import type { RatingSpread } from '#shared/api/logs.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context, Tx } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import * as queries from './film-stats.queries.ts'
import { lockDiary } from './log-changes.queries.ts'

/** What a transaction has to count for one member when it ends. */
interface PendingCount {
  /** The standings before the transaction, by film. */
  standings: Map<number, queries.Standing>
  /** The log that it adds, when that is its only change and the new standing follows from the old one. */
  added?: queries.Addition | undefined
}
const before = new WeakMap<Tx, Map<string, PendingCount>>()

/**
 * What the transaction has noted for a member. When it ends, the differences are counted once or, if there are none,
 * only recorded that the logs changed.
 */
function notedOf(tx: Tx, memberId: string): PendingCount {
  const members = before.get(tx) ?? new Map<string, PendingCount>()
  before.set(tx, members)
  const known = members.get(memberId)
  if (known) return known
  const noted: PendingCount = { standings: new Map() }
  members.set(memberId, noted)
  tx.beforeCommit(() => {
    if (noted.added) return queries.countAddition(memberId, noted.added)
    const standings = [...noted.standings.values()]
    return standings.length > 0
      ? queries.countDifferences(memberId, standings)
      : queries.countChange(memberId)
  })
  return noted
}

/** To be called before changing a member's logs: locks their diary, and counts at the end of the transaction. */
export async function lockDiaryToChange(tx: Tx, memberId: string): Promise<boolean> {
  const isThere = await lockDiary(tx.db, memberId)
  if (isThere) notedOf(tx, memberId)
  return isThere
}

/**
 * Notes the standings before a write. The difference is counted in the last statement of the transaction, so that a
 * film which many log at the same time is locked only that long. The caller must hold the member's diary.
 */
export function noteStandings(tx: Tx, memberId: string, standings: readonly queries.Standing[]): void {
  if (standings.length === 0) return
  const noted = notedOf(tx, memberId)
  noted.added = undefined
  // Notes of an earlier write win: they are from before the whole transaction.
  for (const standing of standings)
    if (!noted.standings.has(standing.film_id)) noted.standings.set(standing.film_id, standing)
}

/** The same for a single log that is added. */
export function noteAddition(tx: Tx, memberId: string, added: queries.Addition): void {
  const noted = notedOf(tx, memberId)
  const isFirst = noted.standings.size === 0
  noteStandings(tx, memberId, [added.before])
  if (isFirst && added.before.is_plain) noted.added = added
}

/** What all members logged and gave, with marks as seen apart; nothing for a film that was not counted yet. */
export const filmStatsView = (
  row: (queries.Spread & { logs: number; marks: number }) | null,
): AnswerOf<typeof getFilm>['stats'] => ({ logs: row ? row.logs - row.marks : 0, ...spreadView(row) })

/** How a member rates. */
export async function getMemberRatings(
  ctx: Pick<Context, 'db' | 'shortReads' | 'changes'>,
  viewer: Pick<Viewer, 'id'>,
  memberId: string,
): Promise<RatingSpread> {
  await requireMember(ctx, viewer, memberId)
  return spreadView(await queries.selectMemberRatings(ctx.db, memberId, viewer.id))
}

function spreadView(row: queries.Spread | null | undefined): RatingSpread {
  if (!row) return { ratings: 0, average: null, byRating: Array.from({ length: 10 }, () => 0) }
  const average = row.ratings === 0 ? null : stepsToStars(row.rating_sum / row.ratings)
  return { ratings: row.ratings, average, byRating: row.by_rating }
}

/** The columns of `film_stats`, computed from the logs of the film; `film` is an SQL expression for its id. */
export const filmStatsByLogs = (film: string) => queries.counted(film)

/**
 * The counts of a row of `diaries`, computed from the logs of the member; `member` is an SQL expression for their id.
 */
export const diaryByLogs = (member: string) => queries.countedDiary(member)

const filmsAtOnce = 100

/** Counts the next films, by id, that were not counted; answers where to go on, null at the end. */
export const countFilmsAfter = (db: Db, filmId: number, films = filmsAtOnce): Promise<number | null> =>
  queries.countNextFilms(db, filmId, films)

/** Counts logs from before there were counts; after a failure it continues where it stopped. */
export async function countEarlierLogs({ db }: Pick<Context, 'db'>): Promise<void> {
  let doneTo = await queries.selectProgress(db)
  while (doneTo !== null) {
    doneTo = await countFilmsAfter(db, doneTo)
    await queries.updateProgress(db, doneTo)
  }
}
