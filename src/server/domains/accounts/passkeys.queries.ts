import type { Db } from '#server/db/database.ts'

const shown = ['id', 'name', 'created_at', 'used_at', 'backed_up'] as const

/** The oldest first. */
export function selectPasskeys(db: Db, memberId: string) {
  return db
    .selectFrom('passkeys')
    .select([...shown, 'credential_id', 'transports'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The passkey behind what a browser answers, with whose it is. */
export function selectByCredential(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('members', 'members.id', 'passkeys.member_id')
    .select([
      'passkeys.id',
      'passkeys.member_id',
      'passkeys.public_key',
      'passkeys.counter',
      'members.passkey_handle',
      'members.demo',
    ])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/**
 * The user handle that a member's passkeys store: the same for all of them; `fresh` becomes it with the first one.
 */
export async function updateHandle(db: Db, memberId: string, fresh: Buffer): Promise<Buffer> {
  const row = await db
    .updateTable('members')
    .set((eb) => ({ passkey_handle: eb.fn.coalesce('passkey_handle', eb.val(fresh)) }))
    .where('id', '=', memberId)
    .returning('passkey_handle')
    .executeTakeFirst()
  return row?.passkey_handle ?? fresh
}

/** Undefined when there is a passkey with this credential already. */
export function insertPasskey(
  db: Db,
  row: {
    id: string
    memberId: string
    credentialId: string
    publicKey: Buffer
    counter: number
    transports: string[]
    backedUp: boolean
    name: string
    at: Date
  },
) {
  return db
    .insertInto('passkeys')
    .values({
      id: row.id,
      member_id: row.memberId,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      transports: row.transports,
      backed_up: row.backedUp,
      name: row.name,
      created_at: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(shown)
    .executeTakeFirst()
}

export async function notePasskeyUse(
  db: Db,
  given: { id: string; counter: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: given.counter, backed_up: given.backedUp, used_at: given.at })
    .where('id', '=', given.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function updatePasskeyName(
  db: Db,
  { memberId, id, name }: { memberId: string; id: string; name: string },
) {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
}

/** All of a member's where none is named; answers the names. */
export async function deletePasskeys(db: Db, memberId: string, id: string | null): Promise<string[]> {
  const rows = await db
    .deleteFrom('passkeys')
    .where('member_id', '=', memberId)
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .returning('name')
    .execute()
  return rows.map((row) => row.name)
}
