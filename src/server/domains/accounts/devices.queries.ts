import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Which of the tokens, by their hashes, an account knows; `email` is in lower case. */
export async function selectDevice(db: Db, email: string, hashes: Buffer[]): Promise<Buffer | null> {
  const row = await db
    .selectFrom('devices')
    .innerJoin('members', 'members.id', 'devices.member_id')
    .select('token_hash')
    .where(sql<string>`lower(members.email)`, '=', email)
    .where('token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .executeTakeFirst()
  return row?.token_hash ?? null
}

/**
 * Adds a device. It replaces the earlier entries of the same browser (`earlier`), and of all others only the last used
 * ones stay, `max` in all. Answers the token hashes that were deleted.
 */
export async function insertDevice(
  db: Db,
  row: { memberId: string; tokenHash: Buffer; at: Date },
  earlier: Buffer[],
  max: number,
): Promise<Buffer[]> {
  const replaced = await db
    .deleteFrom('devices')
    .where('member_id', '=', row.memberId)
    .where((eb) =>
      eb.or([
        eb('token_hash', '=', sql<Buffer>`any(${earlier}::bytea[])`),
        eb(
          'token_hash',
          'in',
          eb
            .selectFrom('devices as others')
            .select('others.token_hash')
            .where('others.member_id', '=', row.memberId)
            .orderBy('others.used_at', 'desc')
            .offset(max - 1),
        ),
      ]),
    )
    .returning('token_hash')
    .execute()
  await db
    .insertInto('devices')
    .values({ member_id: row.memberId, token_hash: row.tokenHash, used_at: row.at })
    .execute()
  return replaced.map((other) => other.token_hash)
}

export async function deleteDevices(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('devices').where('member_id', '=', memberId).execute()
}
