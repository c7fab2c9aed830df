import { sql } from 'kysely'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { Db } from '#server/db/database.ts'

export type Purpose = 'verify-email' | 'reset-password' | 'change-email-old' | 'change-email-new'

const codeLifetimeMs = 15 * minuteMs
/** Between two requests for a code. */
export const codePauseMs = minuteMs
/** Wrong tries of a code by unknown devices; the member's own devices have as many. */
const maxTries = 5

/**
 * Records a request for a code; false when the last one was less than `codePauseMs` ago. A request dated in the
 * future came from a wrong clock and delays nobody.
 */
export async function noteCodeRequest(db: Db, keyHash: Buffer, at: Date): Promise<boolean> {
  const away = (ms: number) => new Date(at.getTime() + ms)
  const result = await db
    .insertInto('code_requests')
    .values({ key_hash: keyHash, requested_at: at })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet({ requested_at: at })
        .where((eb) =>
          eb.or([
            eb('code_requests.requested_at', '<=', away(-codePauseMs)),
            eb('code_requests.requested_at', '>', away(codePauseMs)),
          ]),
        ),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Valid: not expired, and not dated in the future by a wrong clock. */
const isLive = (at: Date) => {
  const latest = new Date(at.getTime() + codeLifetimeMs + hourMs)
  return sql<boolean>`(expires_at > ${at} and expires_at <= ${latest})`
}

/** How many codes an unknown device could still use. */
export async function countLiveCodes(
  db: Db,
  given: { memberId: string; purpose: Purpose; at: Date },
): Promise<number> {
  const rows = await db
    .selectFrom('codes')
    .select('code_hash')
    .where('member_id', '=', given.memberId)
    .where('purpose', '=', given.purpose)
    .where(isLive(given.at))
    .where('tries', '<', maxTries)
    .execute()
  return rows.length
}

/** Adds a code, or renews it where the same one is still valid. */
export async function upsertCode(
  db: Db,
  row: { memberId: string; purpose: Purpose; codeHash: Buffer; at: Date },
): Promise<void> {
  const fresh = {
    tries: 0,
    device_tries: 0,
    created_at: row.at,
    expires_at: new Date(row.at.getTime() + codeLifetimeMs),
  }
  await db
    .insertInto('codes')
    .values({ member_id: row.memberId, purpose: row.purpose, code_hash: row.codeHash, ...fresh })
    .onConflict((conflict) => conflict.columns(['member_id', 'purpose', 'code_hash']).doUpdateSet(fresh))
    .execute()
}

/**
 * One guess, counted against every valid code and compared in one statement that locks the rows, so that parallel
 * guesses cannot share a try. A right guess is not counted. False when the code is wrong, void, expired or missing.
 */
export async function tryCode(
  db: Db,
  given: { memberId: string; purpose: Purpose; codeHash: Buffer; at: Date; isKnownDevice: boolean },
): Promise<boolean> {
  const tries = sql.ref(given.isKnownDevice ? 'device_tries' : 'tries')
  // Locked in a fixed order, so that two guesses at once do not wait for each other.
  const { rows } = await sql<{ right: boolean }>`
    with guessed as (
      select code_hash from codes
      where member_id = ${given.memberId} and purpose = ${given.purpose} and ${isLive(given.at)} and ${tries} < ${maxTries}
      order by code_hash for update
    )
    update codes set ${tries} = codes.${tries} + case when codes.code_hash = ${given.codeHash} then 0 else 1 end
    from guessed
    where codes.member_id = ${given.memberId} and codes.purpose = ${given.purpose} and codes.code_hash = guessed.code_hash
    returning codes.code_hash = ${given.codeHash} as right`.execute(db)
  return rows.some((row) => row.right)
}

/** Uses up a code and all others of its purpose; false when somebody else just did. */
export async function deleteCodes(
  db: Db,
  given: { memberId: string; purpose: Purpose; codeHash: Buffer },
): Promise<boolean> {
  const result = await db
    .deleteFrom('codes')
    .where('member_id', '=', given.memberId)
    .where('purpose', '=', given.purpose)
    .where('code_hash', '=', given.codeHash)
    .executeTakeFirst()
  if (result.numDeletedRows === 0n) return false
  await db
    .deleteFrom('codes')
    .where('member_id', '=', given.memberId)
    .where('purpose', '=', given.purpose)
    .execute()
  return true
}

/** Makes the codes that were mailed for these purposes void. */
export async function voidCodes(db: Db, memberId: string, purposes: Purpose[]): Promise<void> {
  await db.deleteFrom('codes').where('member_id', '=', memberId).where('purpose', 'in', purposes).execute()
}

/**
 * Deletes what is stored by address and not by member: requests of codes, and mails of the local mailbox. `email` is
 * in lower case.
 */
export async function deleteByAddress(
  db: Db,
  { email, codeRequests }: { email: string; codeRequests: Buffer[] },
): Promise<void> {
  await db.deleteFrom('code_requests').where('key_hash', 'in', codeRequests).execute()
  await db
    .deleteFrom('dev_mails')
    .where(sql`lower(recipient)`, '=', email)
    .execute()
}
