import { sql } from 'kysely'
import { maySee } from '#server/core/audience.ts'
import { keyset, type KeysetPage, type Skeleton } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'

export interface RequestState {
  /** Others have to ask before they follow this member. */
  locked: boolean
  following: boolean
  /** As the requester sees it: true also when the request was declined. */
  requested: boolean
}

/** The state of a request between two members; the caller has locked both. */
export async function selectRequestState(
  db: Db,
  requesterId: string,
  memberId: string,
): Promise<RequestState> {
  const { rows } = await sql<RequestState>`
    select locked,
      exists (select from follows where follower_id = ${requesterId} and followee_id = members.id) as following,
      exists (
        select from follow_requests where requester_id = ${requesterId} and member_id = members.id
          and not withdrawn and accepted_at is null
      ) as requested
    from members where id = ${memberId}`.execute(db)
  return rows[0] ?? { locked: false, following: false, requested: false }
}

/**
 * Inserts requests with given times, or repeats them; one that was declined lately stays declined, and neither member
 * is told. Answers who got a new request. The caller has locked all members and checked that they have to be asked.
 */
export async function upsertRequests(
  db: Db,
  requesterId: string,
  requests: readonly { id: string; at: Date }[],
  declinedSince: Date,
): Promise<Set<string>> {
  // An accepted request belongs to an earlier follow, which has ended.
  const { rows } = await sql<{ id: string }>`
    insert into follow_requests as asked (requester_id, member_id, created_at)
    select ${requesterId}::uuid, id, min(at)
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as given (id uuid, at timestamptz) group by id
    on conflict (requester_id, member_id) do update set withdrawn = false, accepted_at = null,
      created_at = excluded.created_at,
      declined_at = case when asked.accepted_at is null and asked.declined_at >= ${declinedSince}
        then asked.declined_at end
    where asked.withdrawn or asked.accepted_at is not null
    returning member_id as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Those of the members who have to be asked before following: locked, not followed yet, and no block in between. */
export async function selectAskable(
  db: Db,
  requesterId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from members
    where id = any(${[...ids]}::uuid[]) and locked and ${maySee(requesterId, 'id')}
      and not exists (select from follows where follower_id = ${requesterId} and followee_id = members.id)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Withdraws a member's requests of these times that were not accepted; answers how many. The caller has locked all
 * members.
 */
export async function withdrawRequestsSince(
  db: Db,
  requesterId: string,
  moments: readonly Date[],
): Promise<number> {
  const { rows } = await sql`
    with asked as (
      select member_id, declined_at is null as waits from follow_requests
      where requester_id = ${requesterId} and created_at = any(${[...moments]}::timestamptz[])
        and not withdrawn and accepted_at is null
    ), gone as (
      delete from follow_requests using asked
      where requester_id = ${requesterId} and follow_requests.member_id = asked.member_id and waits
    ), kept as (
      update follow_requests set withdrawn = true from asked
      where requester_id = ${requesterId} and follow_requests.member_id = asked.member_id and not waits
    )
    select member_id from asked`.execute(db)
  return rows.length
}

/** Takes a request back. */
export async function withdrawRequest(db: Db, requesterId: string, memberId: string): Promise<void> {
  await sql`
    with gone as (
      delete from follow_requests
      where requester_id = ${requesterId} and member_id = ${memberId} and declined_at is null
    )
    update follow_requests set withdrawn = true
    where requester_id = ${requesterId} and member_id = ${memberId} and declined_at is not null`.execute(db)
}

/** Deletes the requests between two members, whoever asked. */
export async function deleteRequestsBetween(db: Db, memberId: string, otherId: string): Promise<void> {
  await sql`
    delete from follow_requests
    where (requester_id, member_id) in ((${memberId}, ${otherId}), (${otherId}, ${memberId}))`.execute(db)
}

/** An answer to a request, as the column that holds its time. */
type Answer = 'accepted_at' | 'declined_at'

/** Marks a request as answered; false when there is none, or it was withdrawn or accepted already. */
export async function updateAnswer(
  db: Db,
  requesterId: string,
  memberId: string,
  answer: Answer,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update follow_requests set ${sql.ref(answer)} = ${now}
    where requester_id = ${requesterId} and member_id = ${memberId} and not withdrawn and accepted_at is null`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Deletes an accepted request; answers whether there was one. */
export async function deleteAccepted(db: Db, requesterId: string, memberId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from follow_requests
    where requester_id = ${requesterId} and member_id = ${memberId} and accepted_at is not null`.execute(db)
  return numAffectedRows > 0n
}

/** Accepted requests from or to a member whose requester was not notified yet. */
export async function selectAcceptedOf(
  db: Db,
  memberId: string,
): Promise<{ followerId: string; followeeId: string }[]> {
  const { rows } = await sql<{ followerId: string; followeeId: string }>`
    select requester_id as "followerId", member_id as "followeeId" from follow_requests
    where ${memberId} in (requester_id, member_id) and accepted_at is not null`.execute(db)
  return rows
}

/** The answer to a request; null without a request, or when it was withdrawn. The caller has locked both members. */
export async function selectAnswer(
  db: Db,
  requesterId: string,
  memberId: string,
): Promise<{ acceptedAt: Date | null; declinedAt: Date | null } | null> {
  const row = await db
    .selectFrom('follow_requests')
    .select(['accepted_at as acceptedAt', 'declined_at as declinedAt'])
    .where('requester_id', '=', requesterId)
    .where('member_id', '=', memberId)
    .where('withdrawn', '=', false)
    .executeTakeFirst()
  return row ?? null
}

/** Takes the last answer back. */
export async function clearAnswer(
  db: Db,
  requesterId: string,
  memberId: string,
  answer: Answer,
): Promise<void> {
  await db
    .updateTable('follow_requests')
    .set({ [answer]: null })
    .where('requester_id', '=', requesterId)
    .where('member_id', '=', memberId)
    .execute()
}

export async function deleteRequest(db: Db, requesterId: string, memberId: string): Promise<void> {
  await sql`
    delete from follow_requests where requester_id = ${requesterId} and member_id = ${memberId}`.execute(db)
}

export async function declineAll(db: Db, memberId: string, now: Date): Promise<void> {
  await sql`
    update follow_requests set declined_at = ${now}
    where member_id = ${memberId} and declined_at is null and accepted_at is null`.execute(db)
}

export async function updateLocked(db: Db, memberId: string, change: { locked: boolean }): Promise<void> {
  await db.updateTable('members').set(change).where('id', '=', memberId).execute()
}

/** Whether a request waits for the member's answer: not one by somebody who is suspended or blocked. */
const waiting = (memberId: string) => sql<boolean>`
  member_id = ${memberId} and declined_at is null and accepted_at is null and ${maySee(memberId, 'requester_id')}
  and exists (select from members m where m.id = requester_id and m.suspended_at is null and m.pending_since is null)`

/** The newest first. */
export async function selectRequests(db: Db, memberId: string, page: KeysetPage): Promise<Skeleton> {
  const { key, after, by, limit, skeleton } = keyset(
    [
      ['created_at', 'timestamptz'],
      ['requester_id', 'uuid'],
    ],
    page,
  )
  const rows = await db
    .selectFrom('follow_requests')
    .select(['requester_id as id', key])
    .where(waiting(memberId))
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return skeleton(rows)
}

export async function countRequests(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follow_requests where ${waiting(memberId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Everybody who asks a member, in the order in which rows are locked. */
export async function selectAllRequesters(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select requester_id as id from follow_requests where ${waiting(memberId)} order by requester_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
