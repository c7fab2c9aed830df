import type { Db } from '#server/db/database.ts'

export type ChallengePurpose = 'second-step' | 'passkey-sign-in' | 'passkey-add' | 'passkey-confirm'

interface Challenge {
  hash: Buffer
  purpose: ChallengePurpose
  /** Null for anybody's. */
  memberId: string | null
}

export async function insertChallenge(
  db: Db,
  { hash, purpose, memberId }: Challenge,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('challenges')
    .values({ hash, purpose, member_id: memberId, expires_at: expiresAt })
    .execute()
}

/** Whose challenge it is; undefined for one that is unknown, used or over. */
export function selectChallenge(db: Db, { hash, purpose }: Omit<Challenge, 'memberId'>, at: Date) {
  return db
    .selectFrom('challenges')
    .select('member_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Uses a challenge up; false when somebody just did, and for one that is unknown, over or another's. */
export async function takeChallenge(
  db: Db,
  { hash, purpose, memberId }: Challenge,
  at: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('challenges')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('member_id', memberId === null ? 'is' : '=', memberId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What a member was about to do is over. */
export async function deleteChallenges(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('challenges').where('member_id', '=', memberId).execute()
}
