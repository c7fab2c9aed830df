import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export async function lockListsOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from lists where member_id = ${memberId} order by id for update
    ) as locked`.execute(db)
}

/** Takes back every like of a member and counts exactly those that it deletes. */
export async function deleteListLikesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    with gone as (delete from list_likes where member_id = ${memberId} returning list_id)
    update lists set like_count = like_count - 1 from gone where lists.id = gone.list_id`.execute(db)
}

export async function deleteListsOf(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('lists').where('member_id', '=', memberId).execute()
}
