import type { Db } from '#server/db/database.ts'
import { voidCodes } from './codes.queries.ts'

/** The change of address that is under way. */
export function selectEmailChange(db: Db, memberId: string, at: Date) {
  return db
    .selectFrom('email_changes')
    .select(['email', 'old_confirmed_at', 'new_confirmed_at', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Starts a change of address. It replaces one that is under way, whose codes become void. */
export async function replaceEmailChange(
  db: Db,
  row: { memberId: string; email: string; oldConfirmedAt: Date | null; expiresAt: Date },
): Promise<void> {
  await deleteEmailChange(db, row.memberId)
  await db
    .insertInto('email_changes')
    .values({
      member_id: row.memberId,
      email: row.email,
      old_confirmed_at: row.oldConfirmedAt,
      expires_at: row.expiresAt,
    })
    .execute()
}

export async function confirmAddress(
  db: Db,
  memberId: string,
  address: 'old' | 'new',
  at: Date,
): Promise<void> {
  await db
    .updateTable('email_changes')
    .set(address === 'old' ? { old_confirmed_at: at } : { new_confirmed_at: at })
    .where('member_id', '=', memberId)
    .execute()
}

/** With its codes. */
export async function deleteEmailChange(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('member_id', '=', memberId).execute()
  await voidCodes(db, memberId, ['change-email-old', 'change-email-new'])
}
