import { sql } from 'kysely'
import { maySee } from '#server/core/audience.ts'
import { keyset, type KeysetPage, type Skeleton } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'

export interface RequestState {
  /** Whom the other asks before following. */
  locked: boolean
  following: boolean
  /** As the requester is told: also where it was declined. */
  requested: boolean
}

/** How one stands to another, for who holds both. */
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
 * Asks members since given moments, or asks them again: what was declined lately stays so, without a word to either.
 * Answers whom anew. The caller holds all of them, and knows that they are to be asked.
 */
export async function upsertRequests(
  db: Db,
  requesterId: string,
  requests: readonly { id: string; at: Date }[],
  declinedSince: Date,
): Promise<Set<string>> {
  // One that was accepted is of a follow that ended.
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

/** Whom of some members one asks before following: who is locked, not followed, and not kept apart. */
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

/** Takes back what one asked in these moments and was not let in for; answers how much. The caller holds all of them. */
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

/** What a member answers to a request, by the column that says when. */
type Answer = 'accepted_at' | 'declined_at'

/** Marks one as answered; tells whether there is one that was neither taken back nor accepted. */
export async function setAnswer(
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

/** Deletes one that was accepted; answers whether there was one. */
export async function deleteAccepted(db: Db, requesterId: string, memberId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from follow_requests
    where requester_id = ${requesterId} and member_id = ${memberId} and accepted_at is not null`.execute(db)
  return numAffectedRows > 0n
}

/** Who of a member's requests and requesters was let in and is not told yet. */
export async function selectAcceptedOf(
  db: Db,
  memberId: string,
): Promise<{ followerId: string; followeeId: string }[]> {
  const { rows } = await sql<{ followerId: string; followeeId: string }>`
    select requester_id as "followerId", member_id as "followeeId" from follow_requests
    where ${memberId} in (requester_id, member_id) and accepted_at is not null`.execute(db)
  return rows
}

/** How one was answered, for who holds both; null without one, or where it was taken back. */
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

export async function setLocked(db: Db, memberId: string, locked: boolean): Promise<void> {
  await db.updateTable('members').set({ locked }).where('id', '=', memberId).execute()
}

/** Whose requests wait: not of those who are kept out, or kept apart from the member. */
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

/** All who ask a member, in the order in which rows are locked. */
export async function selectAllRequesters(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select requester_id as id from follow_requests where ${waiting(memberId)} order by requester_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
