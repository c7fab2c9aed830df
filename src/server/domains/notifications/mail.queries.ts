import { sql } from 'kysely'
import type { NotificationType } from '#shared/api/notifications.ts'
import type { Db } from '#server/db/database.ts'
import { mayNotify } from '#server/core/audience.ts'

/** Members with notifications that are due to be mailed, in the order of their ids. */
export async function selectDueMembers(
  db: Db,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from notifications where mail_at <= ${now}::timestamptz and member_id > ${after}::uuid
    order by member_id limit ${limit}`.execute(db)
  return rows.map(({ member_id: id }) => id)
}

/** Whether a member still has something due. */
export async function isDue(db: Db, memberId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('member_id', '=', memberId)
    .where('mail_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A member's unseen notifications of some types that are to be mailed, due now or soon, newest first; `total` is of all. */
export async function selectUnseen(
  db: Db,
  memberId: string,
  types: readonly NotificationType[],
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ id: string; total: number }>`
    select id, count(*) over ()::int as total from notifications
    where member_id = ${memberId} and mail_at is not null and read_at is null and type = any (${types}::text[])
      and ${mayNotify(memberId, 'from_id')}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** Postpones a member's waiting mails, or cancels them. */
export async function updateMailAt(db: Db, memberId: string, at: Date | null): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_at: at })
    .where('member_id', '=', memberId)
    .where('mail_at', 'is not', null)
    .execute()
}

export interface MailReader {
  id: string
  locale: string
  suspended_at: Date | null
}

export const selectReader = (db: Db, id: string): Promise<MailReader | undefined> =>
  db.selectFrom('members').select(['id', 'locale', 'suspended_at']).where('id', '=', id).executeTakeFirst()
