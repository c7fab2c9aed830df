import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export async function lockLogsOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from logs where member_id = ${memberId} order by id for update
    ) as locked`.execute(db)
}

/** Pictures in replies below a member's logs, by whomever. */
export async function replyPicturesBelow(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select replies.image from logs join replies on replies.log_id = logs.id
    where logs.member_id = ${memberId} and replies.image is not null`.execute(db)
  return rows.map((row) => row.image)
}

/** Takes back every like of a member and counts exactly those that it deletes. */
export async function deleteLogLikesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    with gone as (delete from log_likes where member_id = ${memberId} returning log_id)
    update logs set like_count = like_count - 1 from gone where logs.id = gone.log_id`.execute(db)
}

export async function deleteLogsOf(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('logs').where('member_id', '=', memberId).execute()
}
