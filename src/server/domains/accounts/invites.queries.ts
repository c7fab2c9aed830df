import type { Selectable } from 'kysely'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import type { Invites } from '#server/db/schema.ts'

export type InviteRow = Omit<Selectable<Invites>, 'code_hash'>

const shown = ['id', 'note', 'uses', 'max_uses', 'created_at', 'expires_at', 'revoked_at'] as const

export function insertInvite(
  db: Db,
  row: Omit<Selectable<Invites>, 'uses' | 'revoked_at'>,
): Promise<InviteRow> {
  return db.insertInto('invites').values(row).returning(shown).executeTakeFirstOrThrow()
}

/** Counts one use of an invite that somebody can still join by; false without one. Uses at once wait for each other. */
export async function useInvite(db: Db, codeHash: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invites')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code_hash', '=', codeHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The newest first. */
export async function selectInvites(db: Db, page: KeysetPage): Promise<Listed<InviteRow>> {
  // Their ids tell the order in which they were made.
  const { key, after, by, limit, list } = keyset([['id', 'uuid']], page)
  const rows = await db
    .selectFrom('invites')
    .select([...shown, key])
    .where(after)
    .orderBy(by)
    .limit(limit)
    .execute()
  return list(rows)
}

/** Answers whether that is new; null without such an invite. */
export async function updateRevoked(db: Db, id: string, at: Date): Promise<boolean | null> {
  const row = await db
    .selectFrom('invites')
    .select('revoked_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  if (row.revoked_at !== null) return false
  await db.updateTable('invites').set({ revoked_at: at }).where('id', '=', id).execute()
  return true
}
