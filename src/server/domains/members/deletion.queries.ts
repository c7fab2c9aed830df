import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * Locks a member and, for their counters, everybody whom the member follows or who follows: all in the order of
 * `lockMembers`. The member's own row is then locked against any new row that refers to it.
 */
export async function lockToErase(db: Db, memberId: string) {
  await sql`
    select count(*) from (
      select id from members
      where id = ${memberId}
        or id in (select followee_id from follows where follower_id = ${memberId})
        or id in (select follower_id from follows where followee_id = ${memberId})
      order by id for no key update
    ) as locked`.execute(db)
  return db
    .selectFrom('members')
    .select(['email', 'username'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts exactly those follows that it deletes. */
export async function deleteFollowsOf(db: Db, memberId: string): Promise<void> {
  await sql`
    with gone as (
      delete from follows where follower_id = ${memberId} or followee_id = ${memberId}
      returning follower_id, followee_id
    ), losses as (
      select followee_id as id, 1 as followers, 0 as following from gone where follower_id = ${memberId}
      union all
      select follower_id, 0, 1 from gone where followee_id = ${memberId}
    ), totals as (
      select id, sum(followers)::int as followers, sum(following)::int as following from losses group by id
    )
    update members set
      followers_count = followers_count - totals.followers,
      following_count = following_count - totals.following
    from totals where members.id = totals.id`.execute(db)
}

export async function deleteMember(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('members').where('id', '=', memberId).execute()
}
