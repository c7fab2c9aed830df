import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { getFilm } from '#shared/api/films.ts'
import type { RatingSpread } from '#shared/api/logs.ts'
import { stepsToStars } from '#shared/rating.ts'
import type { Context, Tx } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import type { Db } from '#server/db/database.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import * as queries from './film-stats.queries.ts'
import { lockDiary } from './logs.queries.ts'

/** What a transaction writes of a member's logs. */
interface Noted {
  /** What they came to before it, by film. */
  standings: Map<number, queries.Standing>
  /** The one log that it adds, where it does nothing else and what it comes upon is plain. */
  added?: queries.Addition | undefined
}
const before = new WeakMap<Tx, Map<string, Noted>>()

/** What is noted of a member. At the end of the transaction that, or else that the logs have changed, is counted once. */
function notedOf(tx: Tx, memberId: string): Noted {
  const members = before.get(tx) ?? new Map<string, Noted>()
  before.set(tx, members)
  const known = members.get(memberId)
  if (known) return known
  const noted: Noted = { standings: new Map() }
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

/** For who changes a member's logs: locks their diary; what was counted of them is known to be old at the end. */
export async function lockDiaryToChange(tx: Tx, memberId: string): Promise<boolean> {
  const isThere = await lockDiary(tx.db, memberId)
  if (isThere) notedOf(tx, memberId)
  return isThere
}

/**
 * Takes down what a member's logs of films came to before a write. At the end of the transaction the difference is
 * counted, once and last: nothing waits for a film that many log at the same time longer than that statement takes. Who
 * writes a member's logs holds their diary.
 */
export function noteStandings(tx: Tx, memberId: string, standings: readonly queries.Standing[]): void {
  if (standings.length === 0) return
  const noted = notedOf(tx, memberId)
  noted.added = undefined
  // An earlier write of the transaction knows what was before all of it.
  for (const standing of standings)
    if (!noted.standings.has(standing.film_id)) noted.standings.set(standing.film_id, standing)
}

/** The same for one log that is added. */
export function noteAddition(tx: Tx, memberId: string, added: queries.Addition): void {
  const noted = notedOf(tx, memberId)
  const isFirst = noted.standings.size === 0
  noteStandings(tx, memberId, [added.before])
  if (isFirst && added.before.is_plain) noted.added = added
}

/** What all members logged, marks as seen apart, and gave; nothing for a film that was not counted yet. */
export const filmStatsView = (
  row: (queries.Spread & { logs: number; marks: number }) | null,
): AnswerOf<typeof getFilm>['stats'] => ({ logs: row ? row.logs - row.marks : 0, ...spreadView(row) })

/** How a member rates. */
export async function getMemberRatings(
  ctx: Pick<Context, 'db' | 'changes'>,
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

/** The columns of `film_stats` as the logs of the film say that a column names. */
export const filmStatsByLogs = (film: string) => queries.counted(film)

/** What is counted in a row of `diaries` as the logs of the member say that a column names. */
export const diaryByLogs = (member: string) => queries.countedDiary(member)

const filmsAtOnce = 100

/** Counts some films with larger ids whose logs nobody counted; answers where to go on, null at the end. */
export const countFilmsAfter = (db: Db, filmId: number, films = filmsAtOnce): Promise<number | null> =>
  queries.countNextFilms(db, filmId, films)

/** Counts the logs that were there before they were counted; called again after a failure it goes on. */
export async function countEarlierLogs({ db }: Pick<Context, 'db'>): Promise<void> {
  let doneTo = await queries.selectProgress(db)
  while (doneTo !== null) {
    doneTo = await countFilmsAfter(db, doneTo)
    await queries.saveProgress(db, doneTo)
  }
}
