import { sql, type Insertable, type Selectable } from 'kysely'
import type { Thread } from '#shared/api/replies.ts'
import type { Db } from '#server/db/database.ts'
import type { Replies } from '#server/db/schema.ts'
import { filmRating } from '#server/domains/films/film-ratings.views.ts'
import { maySee, maySeeReply, mayShow, type Onlooker } from '#server/core/audience.ts'
import { keepable, keptStatement, type Keepable } from '#server/core/kept-statement.ts'
import type { GifColumns } from '#server/domains/gifs/gifs.views.ts'
import { isInOpenThread, isOfThread, placeOf, threadOf, threadPlaces } from './thread.ts'

export interface ReplyRow extends GifColumns, Omit<Selectable<Replies>, 'idempotency_key' | 'request_hash'> {
  liked: boolean
  /** By a member, or with words, that the viewer hides. */
  hidden: boolean
  /** The author of the reply that it answers; null for a top-level comment, or when that is deleted. */
  answered_id: string | null
  /** The author's current rating of the film, in half stars. */
  rating: number | null
  /** The cursor, in the row that ends the page. */
  key: string | null
}

/** Whether the viewer sees a reply (alias `r`) as deleted. */
const isGone = (viewerId: string, reply = 'r') => sql<boolean>`(${sql.ref(`${reply}.deleted`)}
  or ${sql.ref(`${reply}.hidden_at`)} is not null and ${sql.ref(`${reply}.member_id`)} is distinct from ${viewerId})`

/** A statement that selects the replies to read: `id`, `position`, and the `key` of the page's last one. */
export type WantedReplies = Keepable

/** Replies by id, in the order asked for. */
export const wantedIds = (ids: string[]): WantedReplies =>
  keepable(
    'by id',
    { ids },
    (of) =>
      sql`select id, position, null::text as key from unnest(${of.ids}::uuid[]) with ordinality as given (id, position)`,
  )

/** Replies in the order of their positions. */
export async function selectReplies(db: Db, reader: Onlooker, wanted: WantedReplies): Promise<ReplyRow[]> {
  const statement = keptStatement(
    wanted.shape && `replies ${wanted.shape}`,
    { ...wanted.values, viewerId: reader.memberId, hides: reader.hides },
    (values) => {
      const { viewerId, hides } = values
      const isShown = (reply: string) =>
        mayShow(viewerId, { member: `${reply}.member_id`, ...(hides && { text: `${reply}.text` }) })
      // For the whole page at once: a look-up for each author took a fifth of the statement.
      const byHand = sql`(r.member_id, r.film_id) in (
        select member_id, film_id from film_ratings
        where member_id = any(array(select member_id from page)) and film_id = any(array(select film_id from page)))`
      return sql<ReplyRow>`
    with page as materialized (
      select r.*, l.film_id, wanted.position, wanted.key
      from (${wanted.make(values)}) as wanted
      join replies r on r.id = wanted.id
      left join logs l on l.id = r.log_id
    )
    select r.key, r.id, r.log_id, r.list_id, r.member_id, r.text, r.spoilers, r.gif, r.image,
      ${isGone(viewerId)} as deleted, r.hidden_at, r.like_count,
      r.created_at, r.parent_id, r.root_id, r.answer_count, p.member_id as answered_id,
      g.title as gif_title, g.width as gif_width, g.height as gif_height,
      exists (select 1 from reply_likes k where k.reply_id = r.id and k.member_id = ${viewerId}) as liked,
      not ${isShown('r')} as hidden,
      ${filmRating(sql`r.member_id`, sql`r.film_id`, { viewer: viewerId }, byHand)} as rating
    from page r
    left join replies p on p.id = r.parent_id and not ${isGone(viewerId, 'p')} and ${isShown('p')}
    left join gifs g on g.address = r.gif
    order by r.position`
    },
  )
  return (await statement.execute(db)).rows
}

/**
 * Locks the log or list of a thread. Everybody who changes a thread does this first, so changes happen one after
 * another and the counts of the thread and of its top-level comments stay exact. Answers the owner of the log or
 * list; with a viewer only if they may open it.
 */
export async function lockThread(db: Db, thread: Thread, viewerId: string | null = null) {
  const { table, openTo } = placeOf(thread)
  const { rows } = await sql<{ member_id: string }>`
    select member_id from ${sql.table(table)} t
    where id = ${thread.id} and ${viewerId === null ? sql`true` : openTo(viewerId, 't')} for no key update`.execute(
    db,
  )
  return rows[0] && { authorId: rows[0].member_id }
}

/** A reply of this thread that is not deleted and that the viewer may see; a hidden one only for its author. */
export function selectReply(db: Db, viewerId: string, thread: Thread, id: string) {
  return db
    .selectFrom('replies')
    .select(['id', 'member_id', 'parent_id', 'root_id', 'image', 'hidden_at'])
    .where('id', '=', id)
    .where(isOfThread(thread))
    .where('deleted', '=', false)
    .where(maySeeReply(viewerId))
    .executeTakeFirst()
}

export async function countRepliesSince(db: Db, memberId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from replies where member_id = ${memberId} and created_at > ${since}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function selectThreadOfReply(db: Db, id: string): Promise<Thread | undefined> {
  const row = await db
    .selectFrom('replies')
    .select(['log_id', 'list_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && threadOf(row)
}

/** Adds a reply to a locked thread and counts it. False when the member has used this idempotency key before. */
export async function insertReply(
  db: Db,
  thread: Thread,
  reply: Omit<Insertable<Replies>, 'log_id' | 'list_id'>,
): Promise<boolean> {
  const { table, column } = placeOf(thread)
  const { rows } = await sql<{ added: boolean }>`
    with made as (
      insert into replies
        (id, ${sql.ref(column)}, member_id, parent_id, root_id, text, spoilers, gif, image, idempotency_key, request_hash, created_at)
      values (${reply.id}, ${thread.id}, ${reply.member_id}, ${reply.parent_id}, ${reply.root_id}, ${reply.text},
        ${reply.spoilers ?? false}, ${reply.gif}, ${reply.image}, ${reply.idempotency_key}, ${reply.request_hash}, ${reply.created_at})
      on conflict (member_id, idempotency_key) do nothing returning root_id
    ), of_thread as (
      update ${sql.table(table)} t set reply_count = reply_count + 1 from made where t.id = ${thread.id}
    ), of_comment as (
      update replies set answer_count = answer_count + 1 from made where replies.id = made.root_id
    )
    select exists (select 1 from made) as added`.execute(db)
  return rows[0]?.added ?? false
}

export async function updateImage(db: Db, id: string, image: string): Promise<void> {
  await db.updateTable('replies').set({ image }).where('id', '=', id).execute()
}

export async function isEmpty(db: Db, id: string): Promise<boolean> {
  const reply = await db
    .selectFrom('replies')
    .select(['text', 'gif', 'image'])
    .where('id', '=', id)
    .executeTakeFirst()
  return reply?.text === '' && reply.gif === null && reply.image === null
}

interface CountedReply {
  id: string
  rootId: string | null
  thread: Thread
}

/** Adds a reply of a locked thread to the counts, or subtracts it. */
async function countReply(db: Db, { rootId, thread }: CountedReply, by: 1 | -1): Promise<void> {
  const { table } = placeOf(thread)
  await sql`
    update ${sql.table(table)} set reply_count = reply_count + ${by} where id = ${thread.id}`.execute(db)
  if (rootId)
    await sql`update replies set answer_count = answer_count + ${by} where id = ${rootId}`.execute(db)
}

/** Hides a reply of a locked thread, or shows it again, and counts. */
export async function updateHidden(db: Db, reply: CountedReply, at: Date | null): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('replies')
    .set({ hidden_at: at })
    .where('id', '=', reply.id)
    .where('deleted', '=', false)
    .where('hidden_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await countReply(db, reply, at === null ? 1 : -1)
}

export async function updateSpoilers(db: Db, id: string, spoilers: boolean): Promise<void> {
  await db.updateTable('replies').set({ spoilers }).where('id', '=', id).execute()
}

/**
 * Deletes a reply of a locked thread and counts. If it has answers, a placeholder stays; otherwise placeholders above
 * it that lose their last answer go too.
 */
export async function deleteReply(db: Db, reply: CountedReply & { isHidden: boolean }) {
  // A hidden reply is not counted.
  if (!reply.isHidden) await countReply(db, reply, -1)
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
    update replies set member_id = null, text = '', spoilers = false, gif = null, image = null, deleted = true, hidden_at = null,
      idempotency_key = null, request_hash = null
    where id = ${reply.id} and (select yes from answered)`.execute(db)
}

/**
 * Selects and locks a reply that the viewer may see, for `toggleMark`; its log or list is locked first, as by whoever
 * deletes it.
 */
export function lockReply(viewerId: string, thread: Thread, id: string) {
  const { table, column, openTo } = placeOf(thread)
  return keepable(
    `a reply on a ${thread.on}`,
    { viewerId, threadId: thread.id, id },
    (of) => sql`
      select r.id from ${sql.table(table)} t join replies r on ${sql.ref(`r.${column}`)} = t.id
      where t.id = ${of.threadId} and r.id = ${of.id} and not ${isGone(of.viewerId)}
        and ${openTo(of.viewerId, 't')} and ${maySee(of.viewerId, 'r.member_id')}
      for key share of t, r`,
  )
}

/** Those replies of `given (id, by, at)` that exist here and that the member may see; imports keep their ids. */
export const givenReplies = (memberId: string) => sql`
  select given.id as given_id, r.id, given.at from given join replies r on r.id = given.id and not r.deleted
  where ${maySee(memberId, 'r.member_id')} and ${isInOpenThread(memberId)}`

/** Locks the logs and lists of a member's replies, which always come before the replies. */
export async function lockThreadsOf(db: Db, memberId: string): Promise<void> {
  for (const { table, column } of threadPlaces)
    await sql`
      select count(*) from (
        select id from ${sql.table(table)}
        where id in (select ${sql.ref(column)} from replies where member_id = ${memberId})
        order by id for no key update
      ) as locked`.execute(db)
}

export async function lockRepliesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from replies where member_id = ${memberId} order by id for update
    ) as locked`.execute(db)
}

/** Subtracts a member's replies from the counts of their logs, lists and top-level comments. */
export async function uncountRepliesOf(db: Db, memberId: string): Promise<void> {
  for (const { table, column } of threadPlaces)
    await sql`
      update ${sql.table(table)} t set reply_count = reply_count - counted.replies
      from (
        select ${sql.ref(column)} as id, count(*)::int as replies
        from replies where member_id = ${memberId} and hidden_at is null group by 1
      ) counted
      where t.id = counted.id`.execute(db)
  await sql`
    update replies set answer_count = answer_count - counted.answers
    from (
      select root_id, count(*)::int as answers from replies
      where member_id = ${memberId} and root_id is not null and hidden_at is null group by root_id
    ) counted
    where replies.id = counted.root_id`.execute(db)
}

/**
 * Replaces a member's replies by placeholders if somebody else's reply is below, at any depth, and deletes the
 * others, with placeholders above them that have nothing below any more. One statement: all parts see the replies as
 * they were before.
 */
export async function deleteRepliesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    with recursive upward (id, parent_id, others) as (
      select id, parent_id, false from replies where member_id = ${memberId}
      union
      select parent.id, parent.parent_id, parent.member_id <> ${memberId} and not parent.deleted
      from upward join replies parent on parent.id = upward.parent_id
    ), leaving as (
      select id, parent_id from upward where others is not true
    ), kept (id, parent_id) as (
      select id, parent_id from leaving
      where exists (
        select 1 from replies child where child.parent_id = leaving.id and child.id not in (select id from leaving)
      )
      union
      select parent.id, parent.parent_id from kept join leaving parent on parent.id = kept.parent_id
    ), emptied as (
      update replies set member_id = null, text = '', spoilers = false, gif = null, image = null, deleted = true, hidden_at = null,
        idempotency_key = null, request_hash = null
      where id in (select id from kept) and member_id = ${memberId}
    )
    delete from replies where id in (select id from leaving) and id not in (select id from kept)`.execute(db)
}
