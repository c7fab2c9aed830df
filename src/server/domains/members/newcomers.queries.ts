import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Locks the row of a member if they joined since then; answers when, or undefined. */
export async function lockNewcomer(db: Db, memberId: string, since: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('members')
    .select('created_at')
    .where('id', '=', memberId)
    .where('created_at', '>', since)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.created_at
}

/**
 * How many members were ever notified that this member follows them or asks to. Unfollowing or withdrawing a request does
 * not lower the number. 0 when the target was notified before, since they are not notified again.
 */
export async function countFollowNotices(
  db: Db,
  { userId, targetId }: { userId: string; targetId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select case when bool_or(followee_id = ${targetId}) then 0 else count(*)::int end as count
    from follow_notices where follower_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}
