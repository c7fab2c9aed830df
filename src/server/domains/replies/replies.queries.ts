import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { GifColumns } from '#server/domains/gifs/gifs.views.ts'

export interface ReplyRow extends GifColumns {
  id: string
  log_id: string
  member_id: string | null
  username: string | null
  avatar: string | null
  text: string
  gif: string | null
  image: string | null
  deleted: boolean
  like_count: number
  liked: boolean
  created_at: Date
  parent_id: string | null
  /** Author of what it answers; null where that is gone or the reply is a top-level comment. */
  parent_username: string | null
  root_id: string | null
  answer_count: number
  /** The author's own newest rating of the film, in half steps. */
  rating: number | null
}

/** Replies by id, in the order asked for. */
export const wantedIds = (ids: string[]) =>
  sql`select id, position from unnest(${ids}::uuid[]) with ordinality as given (id, position)`

/** The replies that a query of `(id, position)` answers, in the order of the positions. */
export async function readReplies(
  db: Db,
  viewerId: string,
  wanted: RawBuilder<unknown>,
): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    select r.id, r.log_id, r.member_id, m.username, m.avatar, r.text, r.gif, r.image, r.deleted, r.like_count,
      r.created_at, r.parent_id, r.root_id, r.answer_count, pm.username as parent_username,
      g.title as gif_title, g.width as gif_width, g.height as gif_height,
      exists (select 1 from reply_likes k where k.reply_id = r.id and k.member_id = ${viewerId}) as liked,
      (select own.rating from logs own
        where own.member_id = r.member_id and own.film_id = l.film_id and own.rating is not null
        order by own.created_at desc, own.id desc limit 1) as rating
    from (${wanted}) as wanted
    join replies r on r.id = wanted.id
    join logs l on l.id = r.log_id
    left join members m on m.id = r.member_id
    left join replies p on p.id = r.parent_id and not p.deleted
    left join members pm on pm.id = p.member_id
    left join gifs g on g.address = r.gif
    order by wanted.position`.execute(db)
  return rows
}

/** The newest members who like a reply. */
export async function readLikers(db: Db, replyId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reply_likes')
    .select('member_id')
    .where('reply_id', '=', replyId)
    .orderBy('created_at', 'desc')
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.member_id)
}

/**
 * Whoever changes a thread holds its log first, and so one after another: the counts of the log and of each
 * top-level comment stay exact. Answers whose log it is.
 */
export async function lockThread(db: Db, logId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('logs')
    .select('member_id')
    .where('id', '=', logId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.member_id
}

/** A reply that is not deleted, of this log. */
export function findReply(db: Db, logId: string, id: string) {
  return db
    .selectFrom('replies')
    .select(['id', 'member_id', 'parent_id', 'root_id', 'image'])
    .where('id', '=', id)
    .where('log_id', '=', logId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

export async function logOfReply(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('replies').select('log_id').where('id', '=', id).executeTakeFirst()
  return row?.log_id
}

export function findByKey(db: Db, memberId: string, key: string) {
  return db
    .selectFrom('replies')
    .select(['id', 'request_hash'])
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export interface NewReply {
  id: string
  logId: string
  memberId: string
  parentId: string | null
  rootId: string | null
  text: string
  gif: string | null
  image: string | null
  idempotencyKey: string | null
  requestHash: Buffer
  createdAt: Date
}

/**
 * Adds a reply to a locked thread and counts it. Answers whether it was added: false when this member has sent
 * this key before.
 */
export async function insertReply(db: Db, reply: NewReply): Promise<boolean> {
  const { rows } = await sql<{ added: boolean }>`
    with made as (
      insert into replies
        (id, log_id, member_id, parent_id, root_id, text, gif, image, idempotency_key, request_hash, created_at)
      values (${reply.id}, ${reply.logId}, ${reply.memberId}, ${reply.parentId}, ${reply.rootId}, ${reply.text},
        ${reply.gif}, ${reply.image}, ${reply.idempotencyKey}, ${reply.requestHash}, ${reply.createdAt})
      on conflict (member_id, idempotency_key) do nothing returning log_id, root_id
    ), of_log as (
      update logs set reply_count = reply_count + 1 from made where logs.id = made.log_id
    ), of_comment as (
      update replies set answer_count = answer_count + 1 from made where replies.id = made.root_id
    )
    select exists (select 1 from made) as added`.execute(db)
  return rows[0]?.added ?? false
}

/**
 * Takes a reply out of a locked thread and counts. One that something hangs below leaves a placeholder; with one
 * that does not go the placeholders above it that lose their last answer.
 */
export async function removeReply(db: Db, reply: { id: string; rootId: string | null; logId: string }) {
  await sql`
    update logs set reply_count = reply_count - 1 where id = ${reply.logId}`.execute(db)
  if (reply.rootId)
    await sql`
      update replies set answer_count = answer_count - 1 where id = ${reply.rootId}`.execute(db)
  await sql`
    with recursive answered (yes) as (
      select exists (select 1 from replies where parent_id = ${reply.id})
    ), going (id, parent_id) as (
      select id, parent_id from replies where id = ${reply.id} and not (select yes from answered)
      union all
      select parent.id, parent.parent_id from going join replies parent on parent.id = going.parent_id
      where parent.deleted
        and not exists (select 1 from replies other where other.parent_id = parent.id and other.id <> going.id)
    ), gone as (
      delete from replies where id in (select id from going)
    )
    update replies set member_id = null, text = '', gif = null, image = null, deleted = true,
      idempotency_key = null, request_hash = null
    where id = ${reply.id} and (select yes from answered)`.execute(db)
}

/**
 * Flips the viewer's like and keeps the counter in the same statement, so that it stays exact however many members
 * tap at once. The log is held first, as by whoever deletes it. Undefined when there is no such reply.
 */
export async function toggleLike(db: Db, logId: string, replyId: string, memberId: string) {
  const { rows } = await sql<{
    author_id: string | null
    like_count: number
    liked: boolean
    changed: number
  }>`
    with held as materialized (
      select id from logs where id = ${logId} for key share
    ), target as (
      select r.id from held join replies r on r.log_id = held.id where r.id = ${replyId} and not r.deleted
    ), gone as (
      delete from reply_likes k using target where k.reply_id = target.id and k.member_id = ${memberId} returning 1
    ), made as (
      insert into reply_likes (reply_id, member_id)
      select id, ${memberId}::uuid from target where not exists (select 1 from gone)
      on conflict do nothing returning 1
    ), change as (
      select (select count(*) from made)::int - (select count(*) from gone)::int as by
    )
    update replies r set like_count = like_count + change.by from target, change
    where r.id = target.id and not r.deleted
    returning r.member_id as author_id, r.like_count, not exists (select 1 from gone) as liked, change.by as changed`.execute(
    db,
  )
  return rows[0]
}
