import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Locks the row of a member if they joined since then; answers whether they did. */
export async function lockNewcomer(db: Db, memberId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('created_at', '>', since)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** How many members a member followed, or asked to follow, since then. */
export async function countFollowsSince(
  db: Db,
  { userId, since, except }: { userId: string; since: Date; except: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select case when exists (select from follows where follower_id = ${userId} and followee_id = ${except}) then 0
      else (select count(*)::int from follows where follower_id = ${userId} and created_at > ${since})
        + (select count(*)::int from follow_requests
          where requester_id = ${userId} and member_id <> ${except} and created_at > ${since} and accepted_at is null)
        end as count`.execute(db)
  return rows[0]?.count ?? 0
}
