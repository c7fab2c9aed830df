import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** What deciding about a log that is brought along needs of those that there are. */
export interface OwnLog {
  id: string
  filmId: number
  watchedAt: string | null
  rating: number | null
  hasReview: boolean
  importKey: string | null
  createdAt: Date
}

/** A member's logs of some films, and those of some import keys, the newest first. */
export async function ownLogs(
  db: Db,
  memberId: string,
  filmIds: number[],
  importKeys: string[],
): Promise<OwnLog[]> {
  const { rows } = await sql<OwnLog>`
    with found as (
      select id from logs where member_id = ${memberId} and film_id = any(${filmIds}::integer[])
      union
      select id from logs where member_id = ${memberId} and import_key = any(${importKeys}::text[])
    )
    select l.id, l.film_id as "filmId", l.watched_at as "watchedAt", l.rating, l.review <> '' as "hasReview",
      l.import_key as "importKey", l.created_at as "createdAt"
    from found join logs l using (id)
    order by l.created_at desc, l.id desc`.execute(db)
  return rows
}

/** A log as it is brought along; texts as they are stored. */
export interface BroughtLog {
  id: string
  filmId: number
  rating: number | null
  review: string
  rewatchCount: number
  watchedAt: string | null
  spoilers: boolean
  tags: string[]
  importKey: string
  createdAt: Date
}

export async function insertLogs(
  db: Db,
  memberId: string,
  logs: readonly BroughtLog[],
  updatedAt: Date,
): Promise<void> {
  await sql`
    insert into logs (id, member_id, film_id, rating, review, rewatch_count, watched_at, spoilers, tags, import_key,
      created_at, updated_at)
    select id, ${memberId}, "filmId", rating, review, "rewatchCount", "watchedAt", spoilers, tags, "importKey",
      "createdAt", ${updatedAt}
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as brought (id uuid, "filmId" integer, rating smallint,
      review text, "rewatchCount" integer, "watchedAt" date, spoilers boolean, tags text[], "importKey" text,
      "createdAt" timestamptz)`.execute(db)
}

/** How many of the films the member has logs of. */
export async function countLogged(db: Db, memberId: string, filmIds: number[]): Promise<number> {
  const { rows } = await sql<{ films: number }>`
    select count(*)::int as films from unnest(${filmIds}::integer[]) as wanted (id)
    where exists (select 1 from logs where member_id = ${memberId} and film_id = wanted.id)`.execute(db)
  return rows[0]?.films ?? 0
}

export interface LogFill {
  id: string
  rating: number | null
  review: string
  spoilers: boolean
}

/** Gives logs what they lack. `updated_at` stays: it tells what members themselves changed. */
export async function fillLogs(db: Db, memberId: string, fills: readonly LogFill[]): Promise<void> {
  await sql`
    update logs set
      rating = coalesce(logs.rating, fill.rating),
      review = case when logs.review = '' then fill.review else logs.review end,
      spoilers = logs.spoilers or (logs.review = '' and fill.spoilers)
    from jsonb_to_recordset(${JSON.stringify(fills)}::jsonb)
      as fill (id uuid, rating smallint, review text, spoilers boolean)
    where logs.id = fill.id and logs.member_id = ${memberId}`.execute(db)
}

/** A log, and when it was written: one changed later is another. */
export interface LogOf {
  id: string
  since: Date
}

/** Locks those of the logs that their member has not changed since, and answers them. */
export async function lockUnchanged(db: Db, memberId: string, logs: readonly LogOf[]) {
  const { rows } = await sql<{ id: string; film_id: number }>`
    select logs.id, logs.film_id
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as wanted (id uuid, since timestamptz)
    join logs on logs.id = wanted.id
    where logs.member_id = ${memberId} and logs.updated_at <= wanted.since
    order by logs.id for update of logs`.execute(db)
  return rows
}

/** Own pictures of logs and of the replies below them. */
export async function picturesOfLogs(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select image as path from logs where id = any(${ids}::uuid[]) and image is not null
    union all
    select image from replies where log_id = any(${ids}::uuid[]) and image is not null`.execute(db)
  return rows.map((row) => row.path)
}

export async function deleteLogs(db: Db, ids: string[]): Promise<void> {
  await sql`delete from logs where id = any(${ids}::uuid[])`.execute(db)
}

/** Takes ratings or reviews out of logs again. */
export async function clearLogs(db: Db, ids: string[], what: 'rating' | 'review'): Promise<void> {
  await db
    .updateTable('logs')
    .set(what === 'rating' ? { rating: null } : { review: '', spoilers: false })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}
