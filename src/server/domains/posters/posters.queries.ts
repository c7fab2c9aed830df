import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The posters that a member chose for the films; films without one are absent. */
export function selectPosters(db: Db, memberId: string, filmIds: number[]) {
  return db
    .selectFrom('poster_overrides')
    .select(['film_id', 'poster_path'])
    .where('member_id', '=', memberId)
    .where('film_id', '=', sql<number>`any(${filmIds}::integer[])`)
    .execute()
}

/** The latest choice counts. */
export async function upsertPoster(db: Db, memberId: string, filmId: number, path: string): Promise<void> {
  await db
    .insertInto('poster_overrides')
    .values({ member_id: memberId, film_id: filmId, poster_path: path })
    .onConflict((conflict) => conflict.columns(['member_id', 'film_id']).doUpdateSet({ poster_path: path }))
    .execute()
}

export async function deletePoster(db: Db, memberId: string, filmId: number): Promise<void> {
  await db
    .deleteFrom('poster_overrides')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .execute()
}

export function selectMemberPosters(db: Db, memberId: string, limit: number) {
  return db
    .selectFrom('poster_overrides')
    .select(['film_id', 'poster_path'])
    .where('member_id', '=', memberId)
    .orderBy('film_id')
    .limit(limit)
    .execute()
}
