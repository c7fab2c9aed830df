import { v7 as uuidv7 } from 'uuid'
import { starsToSteps, stepsToStars } from '#shared/rating.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { deleteWatchlistItem } from '#server/domains/shelves/shelves.service.ts'
import { rateFilm, selectSeen } from './film-stats.queries.ts'
import { lockDiaryToChange, noteAddition, noteStandings } from './film-stats.service.ts'
import * as changes from './log-changes.queries.ts'
import * as queries from './logs.queries.ts'

/**
 * Marks a film as seen by a log that is no diary entry; a film that was logged counts as seen already. Stars become
 * the film's current rating, apart from those of its logs; 0 removes them. Answers the current rating.
 */
export async function markSeen(ctx: Context, viewer: Viewer, filmId: number, rating: number | undefined) {
  const film = await requireFilm(ctx, filmId)
  const steps = rating === undefined ? undefined : starsToSteps(rating)
  const now = ctx.now()
  return ctx.transact(async (tx) => {
    await lockDiaryToChange(tx, viewer.id)
    const { seen, rating: given } = await selectSeen(tx.db, viewer.id, film.id)
    const isNew = !seen
    if (isNew) {
      const added = await changes.insertLog(tx.db, {
        id: uuidv7(),
        member_id: viewer.id,
        film_id: film.id,
        is_mark: true,
        audience: null,
        created_at: now,
        updated_at: now,
      })
      if (added) noteAddition(tx, viewer.id, added)
      deleteWatchlistItem(tx, viewer.id, film.id)
    }
    if (steps === undefined) return { rating: stepsToStars(given), isNew }
    if (steps !== null || !isNew)
      noteStandings(tx, viewer.id, await rateFilm(tx.db, viewer.id, { id: film.id, rating: steps }, now))
    return { rating: stepsToStars(steps), isNew }
  })
}

/** Whether the viewer saw the film, and what they give it. */
export async function getSeen({ db }: Pick<Context, 'db'>, viewer: Viewer, filmId: number) {
  const { seen, rating } = await selectSeen(db, viewer.id, filmId)
  return { seen, rating: stepsToStars(rating) }
}

/** Removes the mark and its stars. Diary entries stay, and so does a mark that others liked or commented on. */
export async function unmarkSeen(ctx: Context, viewer: Viewer, filmId: number): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockDiaryToChange(tx, viewer.id)
    const logs = await queries.selectFilmLogs(tx.db, viewer.id, filmId)
    if (logs.length === 0) return
    const isBare = logs.every((log) => log.seen_only && log.like_count === 0 && log.reply_count === 0)
    if (!isBare) throw fail('log.not_bare')
    const before = await changes.deleteLogs(
      tx.db,
      logs.map((log) => log.id),
    )
    noteStandings(tx, viewer.id, before)
  })
}
