import { sql } from 'kysely'
import type { Locale } from '#shared/locale.ts'
import { keyset, type KeysetPage, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'

/** Counts members who have verified their address and wait for approval. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('pending_since', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export interface PendingRow {
  id: string
  username: string
  avatar: string | null
  email: string
  verified: boolean
  reason: string | null
  since: Date
}

/** Who waits, the newest first. */
export async function selectPending(db: Db, page: KeysetPage): Promise<Listed<PendingRow>> {
  // Ids are UUIDv7: sorted by id they are in the order in which people came.
  const { key, after, by, limit, list } = keyset([['id', 'uuid']], page)
  const rows = await db
    .selectFrom('members')
    .select((eb) => [
      'id',
      'username',
      'avatar',
      'email',
      eb('email_verified_at', 'is not', null).as('verified'),
      'join_reason as reason',
      sql<Date>`pending_since`.as('since'),
      key,
    ])
    .where('pending_since', 'is not', null)
    .where(after)
    .orderBy(by)
    .limit(limit)
    .$castTo<PendingRow & { key: string }>()
    .execute()
  return list(rows)
}

/** Somebody whom an operator decides about; locked until the transaction ends. */
export function lockPending(
  db: Db,
  id: string,
): Promise<{ username: string; email: string; locale: Locale; pending: boolean } | undefined> {
  return db
    .selectFrom('members')
    .select((eb) => [
      'username',
      'email',
      sql<Locale>`locale`.as('locale'),
      eb('pending_since', 'is not', null).as('pending'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<{ username: string; email: string; locale: Locale; pending: boolean }>()
    .executeTakeFirst()
}

/** Approves a member; their reason for joining is deleted. */
export async function letIn(db: Db, id: string): Promise<void> {
  await db
    .updateTable('members')
    .set({ pending_since: null, join_reason: null })
    .where('id', '=', id)
    .execute()
}
