import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export async function lockListsOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from lists where member_id = ${memberId} order by id for update
    ) as locked`.execute(db)
}

export async function deleteListsOf(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('lists').where('member_id', '=', memberId).execute()
}
