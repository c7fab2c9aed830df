import { sql } from 'kysely'
import { toggle } from '#server/core/toggle.ts'
import type { Db } from '#server/db/database.ts'
import { maySee } from '#server/core/audience.ts'

/** Adds `change.by` to both counters of a follow. */
const countFollow = (followerId: string, followeeId: string) => sql`
  update members set
    followers_count = followers_count + case when id = ${followeeId}::uuid then change.by else 0 end,
    following_count = following_count + case when id = ${followerId}::uuid then change.by else 0 end
  from change where id in (${followerId}::uuid, ${followeeId}::uuid)
  returning id, followers_count, change.by`

interface CountedFollow {
  id: string
  followers_count: number
  by: number
}

const outcome = (rows: CountedFollow[], followeeId: string) => ({
  change: rows[0]?.by ?? 0,
  followersCount: rows.find((row) => row.id === followeeId)?.followers_count ?? 0,
})

/** Follows or stops following. The caller holds both members. */
export async function toggleFollowRow(db: Db, followerId: string, followeeId: string) {
  const rows = await toggle<CountedFollow>(db, {
    table: 'follows',
    row: { follower_id: followerId, followee_id: followeeId },
    target: sql`select 1`,
    count: countFollow(followerId, followeeId),
  })
  return outcome(rows, followeeId)
}

/**
 * Inserts follows with given times, and counts them, except for members behind a block and those who have to be
 * asked; answers who is followed now and was not before. The caller has locked all members.
 */
export async function insertFollows(
  db: Db,
  followerId: string,
  follows: readonly { id: string; at: Date }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into follows (follower_id, followee_id, created_at)
      select ${followerId}::uuid, id, min(at)
      from jsonb_to_recordset(${JSON.stringify(follows)}::jsonb) as given (id uuid, at timestamptz)
      where ${maySee(followerId, 'id')} and not exists (select from members m where m.id = given.id and m.locked)
      group by id
      on conflict do nothing returning followee_id as id
    ), counted as (
      update members set
        followers_count = followers_count + (id <> ${followerId})::int,
        following_count = following_count
          + case when id = ${followerId} then (select count(*)::int from made) else 0 end
      where id in (select id from made) or id = ${followerId} and exists (select from made)
    )
    select id from made`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Members whom a member followed, or asked, at exactly one of these times. */
export async function selectFollowedSince(
  db: Db,
  followerId: string,
  moments: readonly Date[],
): Promise<string[]> {
  const since = sql`${[...moments]}::timestamptz[]`
  const { rows } = await sql<{ id: string }>`
    select followee_id as id from follows where follower_id = ${followerId} and created_at = any(${since})
    union
    select member_id from follow_requests where requester_id = ${followerId} and created_at = any(${since})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Deletes follows that began at these times, and counts; answers how many. The caller has locked all members. */
export async function deleteFollowsSince(
  db: Db,
  followerId: string,
  moments: readonly Date[],
): Promise<number> {
  const since = sql`${[...moments]}::timestamptz[]`
  const { rows } = await sql`
    with gone as (
      delete from follows where follower_id = ${followerId} and created_at = any(${since})
      returning followee_id as id
    ), counted as (
      update members set
        followers_count = followers_count - (id <> ${followerId})::int,
        following_count = following_count
          - case when id = ${followerId} then (select count(*)::int from gone) else 0 end
      where id in (select id from gone) or id = ${followerId} and exists (select from gone)
    )
    select id from gone`.execute(db)
  return rows.length
}

/** Ends a follow, if there is one. The caller holds both members. */
export async function deleteFollow(db: Db, followerId: string, followeeId: string) {
  const { rows } = await sql<CountedFollow>`
    with gone as (
      delete from follows where follower_id = ${followerId} and followee_id = ${followeeId} returning 1
    ), change as (select -count(*)::int as by from gone)
    ${countFollow(followerId, followeeId)}`.execute(db)
  return outcome(rows, followeeId)
}

/** True when the followee had not been notified of this follow before. */
export async function insertFollowNotice(db: Db, followerId: string, followeeId: string): Promise<boolean> {
  const result = await db
    .insertInto('follow_notices')
    .values({ follower_id: followerId, followee_id: followeeId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes all follows from and to a member, and subtracts exactly those from the counts. */
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
