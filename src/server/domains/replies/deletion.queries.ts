import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

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

/**
 * Empties a member's replies that somebody else's hangs below, however deep, removes the others, and keeps the
 * counts of the logs. One statement: all parts see the replies as they were.
 */
export async function deleteRepliesOf(db: Db, memberId: string): Promise<void> {
  await sql`
    with recursive kept (id, parent_id) as (
      select parent.id, parent.parent_id
      from replies parent join replies child on child.parent_id = parent.id
      where parent.member_id = ${memberId} and child.member_id is distinct from ${memberId}
      union
      select parent.id, parent.parent_id
      from kept join replies parent on parent.id = kept.parent_id
      where parent.member_id = ${memberId}
    ), counted as (
      select log_id, count(*)::int as replies from replies
      where member_id = ${memberId} and not deleted group by log_id
    ), emptied as (
      update replies set member_id = null, text = '', gif = null, image = null, deleted = true
      where id in (select id from kept)
    ), gone as (
      delete from replies where member_id = ${memberId} and id not in (select id from kept)
    )
    update logs set reply_count = reply_count - counted.replies
    from counted where logs.id = counted.log_id`.execute(db)
}
