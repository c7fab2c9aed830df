import { v7 as uuidv7 } from 'uuid'
import { starsToSteps, stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { adjustFilmsCount } from '#server/domains/members/members.service.ts'
import { deleteWatchlistItem } from '#server/domains/shelves/shelves.service.ts'
import { noteStandings } from './film-stats.service.ts'
import { deleteLogs } from './logs.import.queries.ts'
import * as queries from './logs.queries.ts'

/**
 * Marks a film as seen, by a log that is no entry of the diary; a film that was logged is seen already. Stars go to its
 * newest log, 0 takes away those that show. Answers the stars that show now.
 */
export async function markSeen(ctx: Context, viewer: Viewer, filmId: number, rating: number | undefined) {
  const film = await requireFilm(ctx, filmId)
  const steps = starsToSteps(rating)
  const now = ctx.now()
  return ctx.transact(async (tx) => {
    await queries.lockAuthor(tx.db, viewer.id)
    const logs = await queries.selectFilmLogs(tx.db, viewer.id, film.id)
    const rated = logs.find((log) => log.rating !== null)
    const [newest] = logs
    if (!newest) {
      const before = await queries.insertLog(tx.db, {
        id: uuidv7(),
        member_id: viewer.id,
        film_id: film.id,
        rating: steps,
        is_mark: true,
        created_at: now,
        updated_at: now,
      })
      if (before) noteStandings(tx, viewer.id, [before])
      await adjustFilmsCount(tx, viewer.id, 1)
      await deleteWatchlistItem(tx, viewer.id, film.id)
      return { rating: stepsToStars(steps), isNew: true }
    }
    if (rating === undefined) return { rating: stepsToStars(rated?.rating ?? null), isNew: false }
    const changed = steps === null ? rated : newest
    if (changed)
      noteStandings(tx, viewer.id, await queries.updateLog(tx.db, changed.id, { rating: steps }, now))
    const shown = logs.find((log) => log !== changed && log.rating !== null)
    return { rating: stepsToStars(steps ?? shown?.rating ?? null), isNew: false }
  })
}

/** Takes the mark and its stars back; entries of the diary, and what others said of a mark, are not lost. */
export async function unmarkSeen(ctx: Context, viewer: Viewer, filmId: number): Promise<void> {
  await ctx.transact(async (tx) => {
    await queries.lockAuthor(tx.db, viewer.id)
    const logs = await queries.selectFilmLogs(tx.db, viewer.id, filmId)
    if (logs.length === 0) return
    const isBare = logs.every((log) => log.seen_only && log.like_count === 0 && log.reply_count === 0)
    if (!isBare) throw fail('log.not_bare')
    const before = await deleteLogs(
      tx.db,
      logs.map((log) => log.id),
    )
    noteStandings(tx, viewer.id, before)
    await adjustFilmsCount(tx, viewer.id, -1)
  })
}
