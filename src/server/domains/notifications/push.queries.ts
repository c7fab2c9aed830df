import { sql, type Selectable } from 'kysely'
import { hourMs } from '#shared/durations.ts'
import type { Db } from '#server/db/database.ts'
import type { PushSubscriptions } from '#server/db/schema.ts'
import { mayNotify } from '#server/core/audience.ts'

/** Those of the members who have push subscriptions. */
export async function selectReached(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from push_subscriptions where member_id = any(${memberIds}::uuid[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Members with push subscriptions, once for each of at most so many. */
export async function selectAllReached(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('push_subscriptions').select('member_id').limit(limit).execute()
  return rows.map((row) => row.member_id)
}

/** Lower than what somebody waits for, as push services may take long to answer. */
const jobPriority = 5
/** All within minutes; later a push is of no use. */
const maxAttempts = 6

/** Queues a job for each of a member's browsers. */
export async function queuePushes(
  db: Db,
  memberId: string,
  notificationId: string,
  now: Date,
): Promise<void> {
  await sql`
    select graphile_worker.add_job('push.send',
      json_build_object('notificationId', ${notificationId}::text, 'subscriptionId', id), max_attempts => ${maxAttempts},
      job_key => 'push:' || id || ':' || ${notificationId}::text, priority => ${jobPriority}, run_at => ${now}::timestamptz)
    from push_subscriptions where member_id = ${memberId}`.execute(db)
}

export type Subscription = Selectable<PushSubscriptions> & { locale: string }

/** A subscription with the member's language; undefined when the member is suspended. */
export async function selectSubscription(db: Db, id: string): Promise<Subscription | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('members', 'members.id', 'push_subscriptions.member_id')
    .selectAll('push_subscriptions')
    .select('members.locale')
    .where('push_subscriptions.id', '=', id)
    .where('members.suspended_at', 'is', null)
    .executeTakeFirst()
}

const budgetMs = hourMs
/** Messages an hour for each browser. */
const budget = 12

/** Uses one message of the hour's budget; answers null, or, when none is left, when the next hour begins. */
export async function useBudget(db: Db, id: string, now: Date): Promise<Date | null> {
  const before = new Date(now.getTime() - budgetMs)
  const { rows } = await sql<{ hour_count: number; hour_began: Date }>`
    update push_subscriptions set
      hour_count = case when hour_began > ${before}::timestamptz then hour_count + 1 else 1 end,
      hour_began = case when hour_began > ${before}::timestamptz then hour_began else ${now}::timestamptz end
    where id = ${id} returning hour_count, hour_began`.execute(db)
  const [row] = rows
  if (!row || row.hour_count <= budget) return null
  return new Date(row.hour_began.getTime() + budgetMs)
}

/** Gives a message back to the budget, when it could not be sent. */
export async function returnToBudget(db: Db, id: string): Promise<void> {
  await sql`update push_subscriptions set hour_count = greatest(hour_count - 1, 0) where id = ${id}`.execute(
    db,
  )
}

export async function updateSent(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('push_subscriptions').set({ sent_at: now }).where('id', '=', id).execute()
}

/** Since when notifications are held back; an earlier time stays. */
export async function updateWaiting(db: Db, id: string, since: Date): Promise<void> {
  await sql`
    update push_subscriptions set waiting_since = least(waiting_since, ${since}::timestamptz) where id = ${id}`.execute(
    db,
  )
}

export async function endWaiting(db: Db, id: string): Promise<void> {
  await db.updateTable('push_subscriptions').set({ waiting_since: null }).where('id', '=', id).execute()
}

export interface PushedNotification {
  read_at: Date | null
  created_at: Date
}

export const selectPushed = (db: Db, id: string): Promise<PushedNotification | undefined> =>
  db.selectFrom('notifications').select(['read_at', 'created_at']).where('id', '=', id).executeTakeFirst()

/** Counts unread notifications of some types since a moment. */
export async function countSince(
  db: Db,
  memberId: string,
  types: readonly string[],
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications
    where member_id = ${memberId} and read_at is null and created_at >= ${since}::timestamptz
      and type = any(${types}::text[]) and ${mayNotify(memberId, 'from_id')}`.execute(db)
  return rows[0]?.count ?? 0
}
