import type { Db } from '#server/db/database.ts'

/** What a preview of a member's profile tells, and no more. */
export function findMember(db: Db, id: string) {
  return db
    .selectFrom('members')
    .select(['username', 'name', 'avatar', 'backdrop', 'films_count'])
    .where('id', '=', id)
    .where('pending_since', 'is', null)
    .executeTakeFirst()
}
