import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Notes that a token was used; false when it was before. Waits for another use that is under way. */
export async function insertToken(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('google_tokens')
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The row is locked, so that the account is not deleted before its session is there. */
export function lockByGoogleId(db: Db, googleId: string) {
  return db.selectFrom('members').select('id').where('google_id', '=', googleId).forShare().executeTakeFirst()
}

/** `email` is in lower case. The row is locked until the transaction ends. */
export function lockByEmail(db: Db, email: string) {
  return db
    .selectFrom('members')
    .select(['id', 'google_id', 'email_verified_at'])
    .where(sql<string>`lower(email)`, '=', email)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws the database's unique violation on `members_google`. */
export async function setGoogleId(db: Db, memberId: string, googleId: string): Promise<void> {
  await db.updateTable('members').set({ google_id: googleId }).where('id', '=', memberId).execute()
}

/** Those of the names, in lower case, that somebody has. */
export async function takenUsernames(db: Db, names: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('members')
    .select(sql<string>`lower(username)`.as('name'))
    .where(sql<string>`lower(username)`, '=', sql<string>`any(${names}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.name))
}
