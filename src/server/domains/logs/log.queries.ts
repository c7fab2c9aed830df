import { sql, type InsertObject, type Selectable, type Updateable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DB, Logs } from '#server/db/schema.ts'
import type { GifColumns } from '#server/domains/gifs/gifs.views.ts'

/** The columns of a log that its views show. */
const shownColumns = [
  'id',
  'member_id',
  'film_id',
  'rating',
  'review',
  'rewatch_count',
  'watched_at',
  'spoilers',
  'tags',
  'gif',
  'image',
  'backdrop',
  'like_count',
  'reply_count',
  'created_at',
] as const

/** A log with all that any of its views shows. */
export interface LogRow extends Pick<Selectable<Logs>, (typeof shownColumns)[number]>, GifColumns {
  username: string
  avatar: string | null
  title: string
  release_date: string
  runtime: number
  poster_path: string | null
  backdrop_path: string | null
  /** The author's own poster for this film. */
  override_path: string | null
  is_favorite: boolean
  liked: boolean
  likes: string[]
}

/** Logs by id, in the order asked for; missing ones are left out. `likers` bounds the array of likes. */
export async function readLogs(db: Db, viewerId: string, ids: string[], likers: number): Promise<LogRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LogRow>`
    select ${sql.join(shownColumns.map((column) => sql.ref(`l.${column}`)))},
      m.username, m.avatar,
      g.title as gif_title, g.width as gif_width, g.height as gif_height,
      f.title, f.release_date, f.runtime, f.poster_path, f.backdrop_path,
      o.poster_path as override_path,
      exists (select 1 from favourites v where v.member_id = l.member_id and v.film_id = l.film_id) as is_favorite,
      exists (select 1 from log_likes k where k.log_id = l.id and k.member_id = ${viewerId}) as liked,
      case when l.like_count = 0 then '{}'::uuid[] else array(
        select k.member_id from log_likes k where k.log_id = l.id
        order by k.created_at desc, k.member_id limit ${likers}
      ) end as likes
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join logs l on l.id = wanted.id
    join members m on m.id = l.member_id
    join films f on f.id = l.film_id
    left join poster_overrides o on o.member_id = l.member_id and o.film_id = l.film_id
    left join gifs g on g.address = l.gif
    order by wanted.position`.execute(db)
  return rows
}

export async function readLikers(db: Db, logId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('log_likes')
    .select('member_id')
    .where('log_id', '=', logId)
    .orderBy('created_at', 'desc')
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.member_id)
}

/** What deciding about a log needs: whose it is, of which film, and its files. */
export function findLog(db: Db, id: string, { lock } = { lock: false }) {
  return db
    .selectFrom('logs')
    .select(['id', 'member_id', 'film_id', 'gif', 'image'])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

/**
 * First logs of a film are counted one after another: writes of one member's logs wait for each other here. Answers
 * whether there is such a member.
 */
export async function lockAuthor(db: Db, memberId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .execute()
  return rows.length > 0
}

export function findByKey(db: Db, memberId: string, key: string) {
  return db
    .selectFrom('logs')
    .select(['id', 'request_hash'])
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Answers whether it was inserted: false when this member has sent this key before. */
export async function insertLog(db: Db, log: InsertObject<DB, 'logs'>): Promise<boolean> {
  const result = await db
    .insertInto('logs')
    .values(log)
    .onConflict((conflict) => conflict.columns(['member_id', 'idempotency_key']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Does the member have a log of the film besides `exceptId`? */
export async function hasOtherLog(db: Db, memberId: string, filmId: number, exceptId: string) {
  const row = await db
    .selectFrom('logs')
    .select('id')
    .where('member_id', '=', memberId)
    .where('film_id', '=', filmId)
    .where('id', '<>', exceptId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What is undefined stays as it is. */
export type LogChange = { [Column in keyof Updateable<Logs>]: Updateable<Logs>[Column] | undefined }

export async function updateLog(db: Db, id: string, change: LogChange, now: Date) {
  await db
    .updateTable('logs')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Own pictures of a log and of the replies below it. */
export async function picturesOfLog(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select image as path from logs where id = ${id} and image is not null
    union all
    select image from replies where log_id = ${id} and image is not null`.execute(db)
  return rows.map((row) => row.path)
}

/** Answers whether there was one. */
export async function deleteLog(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('logs').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function newestLogAt(db: Db, memberId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('logs')
    .select('created_at')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/**
 * Flips the viewer's like and keeps the counter in the same statement, so that it stays exact however
 * many members tap at once. Undefined when there is no such log.
 */
export async function toggleLike(db: Db, logId: string, memberId: string) {
  const { rows } = await sql<{ author_id: string; like_count: number; liked: boolean; changed: number }>`
    with gone as (
      delete from log_likes where log_id = ${logId} and member_id = ${memberId} returning 1
    ), made as (
      insert into log_likes (log_id, member_id)
      select id, ${memberId}::uuid from logs where id = ${logId} and not exists (select 1 from gone)
      on conflict do nothing returning 1
    ), change as (
      select (select count(*) from made)::int - (select count(*) from gone)::int as by
    )
    update logs set like_count = like_count + change.by from change where id = ${logId}
    returning member_id as author_id, like_count, not exists (select 1 from gone) as liked, change.by as changed`.execute(
    db,
  )
  return rows[0]
}
