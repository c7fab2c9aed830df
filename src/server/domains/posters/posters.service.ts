import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { requireMember } from '#server/domains/members/members.service.ts'
import * as queries from './posters.queries.ts'

const postersShown = 5000

/** A member's own posters by film id, ready to show. @throws member.not_found */
export async function batchPosters(ctx: Context, userId: string, filmIds: number[]) {
  await requireMember(ctx, userId)
  const rows = await queries.findPosters(ctx.db, userId, filmIds)
  return Object.fromEntries(
    rows.flatMap(({ film_id, poster_path }) => {
      const url = posterUrl(poster_path)
      return url === null ? [] : [[String(film_id), url]]
    }),
  )
}

/** @throws member.not_found */
export async function readPoster(ctx: Context, userId: string, filmId: number) {
  await requireMember(ctx, userId)
  return { posterOverride: await posterOverride(ctx.db, userId, filmId) }
}

/** All posters that a member chose. @throws member.not_found */
export async function memberPosters(ctx: Context, userId: string) {
  await requireMember(ctx, userId)
  const rows = await queries.listPosters(ctx.db, userId, postersShown)
  return rows.flatMap(({ film_id, poster_path }) => {
    const url = posterUrl(poster_path)
    return url === null ? [] : [{ movieId: film_id, url }]
  })
}

/** The poster that a member chose for a film, ready to show; null without one. One statement. */
export async function posterOverride(db: Db, memberId: string, filmId: number): Promise<string | null> {
  const [row] = await queries.findPosters(db, memberId, [filmId])
  return posterUrl(row?.poster_path ?? null)
}
