import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The threads that the member's replies are part of, first: whoever changes a thread holds its log before a reply. */
export async function lockThreadsOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from logs where id in (select log_id from replies where member_id = ${memberId})
      order by id for no key update
    ) as locked`.execute(db)
}

export async function lockRepliesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    select count(*) from (
      select id from replies where member_id = ${memberId} order by id for update
    ) as locked`.execute(db)
}

/** Takes back every like of a member and counts exactly those that it deletes. */
export async function deleteReplyLikesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    with gone as (delete from reply_likes where member_id = ${memberId} returning reply_id)
    update replies set like_count = like_count - 1 from gone where replies.id = gone.reply_id`.execute(db)
}

/** Takes a member's replies out of the counts of the logs and of the comments that they hang below. */
export async function uncountRepliesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    update logs set reply_count = reply_count - counted.replies
    from (
      select log_id, count(*)::int as replies from replies where member_id = ${memberId} group by log_id
    ) counted
    where logs.id = counted.log_id`.execute(db)
  await sql`
    update replies set answer_count = answer_count - counted.answers
    from (
      select root_id, count(*)::int as answers from replies
      where member_id = ${memberId} and root_id is not null group by root_id
    ) counted
    where replies.id = counted.root_id`.execute(db)
}

/**
 * Empties a member's replies that somebody else's hangs below, however deep, and removes the others, with
 * placeholders above them that nothing hangs below any more. One statement: all parts see the replies as they were.
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
      update replies set member_id = null, text = '', gif = null, image = null, deleted = true,
        idempotency_key = null, request_hash = null
      where id in (select id from kept) and member_id = ${memberId}
    )
    delete from replies where id in (select id from leaving) and id not in (select id from kept)`.execute(db)
}
