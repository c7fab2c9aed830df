import { sql, type Insertable, type Selectable } from 'kysely'
import type { WebhookEvent } from '#shared/api/webhooks.ts'
import type { Db } from '#server/db/database.ts'
import type { WebhookDeliveries, Webhooks } from '#server/db/schema.ts'

export type WebhookRow = Omit<Selectable<Webhooks>, 'events'> & { events: WebhookEvent[] }

export type DeliveryRow = Omit<Selectable<WebhookDeliveries>, 'type' | 'state' | 'fault'> & {
  type: WebhookEvent | 'webhook.test'
  state: 'waiting' | 'delivered' | 'failed'
  fault: 'timeout' | 'address' | 'network' | null
}

/** In the order in which they were made. */
export const selectWebhooks = (db: Db, memberId: string): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<WebhookRow>()
    .execute()

export const selectWebhook = (db: Db, memberId: string, id: string): Promise<WebhookRow | undefined> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .$castTo<WebhookRow>()
    .executeTakeFirst()

/** Which of the members have webhooks. */
export async function selectOwners(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from webhooks where member_id = any(${memberIds}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Members with webhooks, once for each of at most so many. */
export async function selectAllOwners(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('webhooks').select('member_id').limit(limit).execute()
  return rows.map((row) => row.member_id)
}

export async function insertWebhook(db: Db, row: Insertable<Webhooks>): Promise<void> {
  await db.insertInto('webhooks').values(row).execute()
}

export async function updateWebhook(
  db: Db,
  id: string,
  set: Partial<
    Pick<Selectable<Webhooks>, 'secret' | 'old_secret' | 'old_secret_until' | 'failures' | 'paused_at'>
  >,
): Promise<void> {
  await db.updateTable('webhooks').set(set).where('id', '=', id).execute()
}

export async function pauseWebhooks(db: Db, memberId: string, at: Date): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ paused_at: at })
    .where('member_id', '=', memberId)
    .where('paused_at', 'is', null)
    .execute()
}

export async function deleteWebhook(db: Db, memberId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Of each webhook the last few, the newest first. */
export async function selectDeliveries(db: Db, webhookIds: string[], limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.* from unnest(${webhookIds}::uuid[]) given (id) cross join lateral (
      select * from webhook_deliveries where webhook_id = given.id order by created_at desc, id desc limit ${limit}
    ) d order by d.created_at desc, d.id desc`.execute(db)
  return rows
}

/** How many messages of each webhook are stored and shown. */
export const keptDeliveries = 20

/** Lower than all other jobs, as receivers may take long to answer. */
export const jobPriority = 10

/**
 * A statement that queues a message to each of the member's webhooks. A waiting message that has no body yet will
 * report the change too; its row is locked, as it may be getting its body at this moment.
 */
export const insertDeliveries = (
  memberId: string,
  type: WebhookEvent,
  subject: string,
  { at, runAt }: { at: Date; runAt: Date },
) => sql`
  with waiting as materialized (
    select waiting.webhook_id from webhooks w join webhook_deliveries waiting on waiting.webhook_id = w.id
    where w.member_id = ${memberId} and waiting.type = ${type} and waiting.subject = ${subject}::uuid
      and waiting.state = 'waiting' and waiting.body is null
    for no key update of waiting
  ), told as (
    insert into webhook_deliveries (id, webhook_id, type, subject, created_at, next_at)
    select gen_random_uuid(), w.id, ${type}, ${subject}::uuid, ${at}::timestamptz, ${runAt}::timestamptz
    from webhooks w
    where w.member_id = ${memberId} and ${type} = any(w.events) and w.id not in (select webhook_id from waiting)
    returning id
  )
  select graphile_worker.add_job('webhooks.deliver', json_build_object('deliveryId', id), run_at => ${runAt}::timestamptz,
    max_attempts => 12, job_key => 'webhook:' || id, priority => ${jobPriority}) from told`

export async function insertDelivery(db: Db, row: Insertable<WebhookDeliveries>): Promise<void> {
  await db.insertInto('webhook_deliveries').values(row).execute()
}

/** A message with where it goes; it stays locked until the transaction ends. */
export async function lockDelivery(
  db: Db,
  id: string,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow } | undefined> {
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$castTo<DeliveryRow>()
    .executeTakeFirst()
  if (!delivery) return undefined
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', delivery.webhook_id)
    .$castTo<WebhookRow>()
    .executeTakeFirst()
  return webhook && { delivery, webhook }
}

export async function updateDelivery(
  db: Db,
  id: string,
  set: Partial<Pick<DeliveryRow, 'body' | 'state' | 'attempts' | 'status' | 'fault' | 'next_at'>>,
): Promise<void> {
  await db.updateTable('webhook_deliveries').set(set).where('id', '=', id).execute()
}

/** Deletes the messages of a webhook before the last few; what waits stays. */
export async function pruneDeliveries(db: Db, webhookId: string, kept: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where webhook_id = ${webhookId} and state <> 'waiting' and id not in (
      select id from webhook_deliveries where webhook_id = ${webhookId} order by created_at desc, id desc limit ${kept})`.execute(
    db,
  )
}

/** When an earlier, failed message of the webhook is tried again; null when there is none. */
export async function selectRetryBefore(
  db: Db,
  { id, webhook_id: webhookId, created_at: at }: Pick<DeliveryRow, 'id' | 'webhook_id' | 'created_at'>,
  now: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('next_at')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .where('created_at', '<=', at)
    .where('id', '<>', id)
    .where('next_at', '>', now)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_at ?? null
}

export const selectWaiting = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()

export interface MessageLog {
  id: string
  film_id: number
  title: string
  release_date: string
  imdb_id: string | null
  /** In half stars. */
  rating: number | null
  review: string
  spoilers: boolean
  tags: string[]
  rewatch_count: number
  audience: string
  watched_on: string | null
  created_at: Date
}

export async function selectMessageLog(db: Db, id: string): Promise<MessageLog | undefined> {
  const { rows } = await sql<MessageLog>`
    select l.id, l.film_id, f.title, f.release_date, f.imdb_id, l.rating, l.review, l.spoilers, l.tags, l.rewatch_count,
      l.audience, l.watched_at::text as watched_on, l.created_at
    from logs l join films f on f.id = l.film_id where l.id = ${id}`.execute(db)
  return rows[0]
}

export interface MessageList {
  id: string
  title: string
  description: string
  films_count: number
  is_ranked: boolean
  audience: string
  updated_at: Date
}

export async function selectMessageList(db: Db, id: string): Promise<MessageList | undefined> {
  const { rows } = await sql<MessageList>`
    select id, title, description, films_count, is_ranked, audience, updated_at from lists where id = ${id}`.execute(
    db,
  )
  return rows[0]
}
