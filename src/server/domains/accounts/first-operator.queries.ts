import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export async function hasOperator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'operator')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertOperatorLink(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db.insertInto('operator_links').values({ token_hash: tokenHash, expires_at: expiresAt }).execute()
}

export async function deleteExpiredOperatorLinks(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('operator_links').where('expires_at', '<=', at).execute()
}

export async function isOperatorLink(db: Db, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('operator_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up all links and answers whether this one was valid. Others who come at the same time, with whatever link,
 * wait and then find none; the links are locked in a fixed order.
 */
export async function useOperatorLinks(db: Db, tokenHash: Buffer, at: Date): Promise<boolean> {
  const { rows } = await sql<{ good: boolean }>`
    with held as (select token_hash from operator_links order by token_hash for update)
    delete from operator_links using held where operator_links.token_hash = held.token_hash
    returning operator_links.token_hash = ${tokenHash} and expires_at > ${at} as good`.execute(db)
  return rows.some(({ good }) => good)
}

/** Makes all links void, since there is an operator now. */
export async function voidOperatorLinks(db: Db): Promise<void> {
  await sql`
    with held as (select token_hash from operator_links order by token_hash for update)
    delete from operator_links using held where operator_links.token_hash = held.token_hash`.execute(db)
}
