import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * Counts tokens in advance, unless the day's are used up; false then. In one statement, so that questions asked at
 * the same time, on whichever instance, cannot all take the last ones.
 */
export async function reserve(
  db: Db,
  memberId: string,
  day: string,
  tokens: number,
  budget: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into assistant_usage as usage (member_id, day, tokens) values (${memberId}, ${day}, ${tokens})
    on conflict (member_id, day) do update set tokens = usage.tokens + excluded.tokens
      where usage.tokens < ${budget}
    returning tokens
  `.execute(db)
  return rows.length > 0
}

/** Corrects the reserved tokens by the difference to what was used. */
export async function settle(db: Db, memberId: string, day: string, difference: number): Promise<void> {
  await sql`
    update assistant_usage set tokens = greatest(0, tokens + ${difference}::integer)
    where member_id = ${memberId} and day = ${day}
  `.execute(db)
}

export async function pruneBefore(db: Db, day: string): Promise<void> {
  await sql`delete from assistant_usage where day < ${day}`.execute(db)
}
