import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The posters that a member chose for the films; films without one are absent. */
export function findPosters(db: Db, memberId: string, filmIds: number[]) {
  return db
    .selectFrom('poster_overrides')
    .select(['film_id', 'poster_path'])
    .where('member_id', '=', memberId)
    .where('film_id', '=', sql<number>`any(${filmIds}::integer[])`)
    .execute()
}

export function listPosters(db: Db, memberId: string, limit: number) {
  return db
    .selectFrom('poster_overrides')
    .select(['film_id', 'poster_path'])
    .where('member_id', '=', memberId)
    .orderBy('film_id')
    .limit(limit)
    .execute()
}
