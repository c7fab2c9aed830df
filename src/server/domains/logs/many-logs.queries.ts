import { sql } from 'kysely'
import { ownIds } from '#server/core/own-keys.ts'
import type { Db } from '#server/db/database.ts'

export interface KeyedLog {
  id: string
  importKey: string
  hasReview: boolean
}

/** A member's logs of some import keys, and those that Scene's own export names. */
export async function logsByKey(db: Db, memberId: string, keys: string[]): Promise<KeyedLog[]> {
  const { rows } = await sql<KeyedLog>`
    select id, import_key as "importKey", review <> '' as "hasReview" from logs
    where member_id = ${memberId} and import_key = any(${keys}::text[])
    union all
    select id, 'scene:' || id, review <> '' from logs
    where member_id = ${memberId} and id = any(${ownIds(keys)}::uuid[])`.execute(db)
  return rows
}

export interface FilmDay {
  filmId: number
  /** Null for logs without one. */
  day: string | null
}

/** How many logs of films and days a member has whose import keys do not begin so. */
export async function countOthers(
  db: Db,
  memberId: string,
  days: readonly FilmDay[],
  keyStart: string,
): Promise<(FilmDay & { logs: number })[]> {
  const { rows } = await sql<FilmDay & { logs: number }>`
    select "filmId", wanted.day, count(*)::int as logs
    from (
      select distinct "filmId", day from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("filmId" integer, day date)
    ) wanted
    join logs on logs.member_id = ${memberId} and logs.film_id = wanted."filmId"
      and logs.watched_at is not distinct from wanted.day
      and not coalesce(starts_with(logs.import_key, ${keyStart}), false)
    group by 1, 2`.execute(db)
  return rows
}

export interface UnratedLog {
  filmId: number
  /** Null when all have stars. */
  id: string | null
  createdAt: Date | null
}

/** Those of the films that a member has logs of, each with its newest log without stars. */
export async function newestUnrated(db: Db, memberId: string, filmIds: number[]): Promise<UnratedLog[]> {
  const { rows } = await sql<UnratedLog>`
    select wanted.id as "filmId", log.id, log.created_at as "createdAt"
    from unnest(${filmIds}::integer[]) as wanted (id)
    left join lateral (
      select id, created_at from logs where member_id = ${memberId} and film_id = wanted.id and rating is null
      order by created_at desc, id desc limit 1
    ) log on true
    where exists (select 1 from logs where member_id = ${memberId} and film_id = wanted.id)`.execute(db)
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
  gif: string | null
  backdrop: string | null
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
    insert into logs (id, member_id, film_id, rating, review, rewatch_count, watched_at, spoilers, tags, gif,
      backdrop, import_key, created_at, updated_at)
    select id, ${memberId}, "filmId", rating, review, "rewatchCount", "watchedAt", spoilers, tags, gif,
      backdrop, "importKey", "createdAt", ${updatedAt}
    from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb) as brought (id uuid, "filmId" integer, rating smallint,
      review text, "rewatchCount" integer, "watchedAt" date, spoilers boolean, tags text[], gif text, backdrop text, "importKey" text,
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

export async function setImage(db: Db, id: string, image: string): Promise<void> {
  await db.updateTable('logs').set({ image }).where('id', '=', id).execute()
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
