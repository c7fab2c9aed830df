import type { Db } from '#server/db/database.ts'

export type ChallengePurpose = 'second-step' | 'passkey-sign-in' | 'passkey-add' | 'passkey-confirm'

interface Challenge {
  hash: Buffer
  purpose: ChallengePurpose
  /** Null for a challenge that any member may answer. */
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

/** The member whom a challenge was made for; undefined for one that is unknown, used or expired. */
export function selectChallenge(db: Db, { hash, purpose }: Omit<Challenge, 'memberId'>, at: Date) {
  return db
    .selectFrom('challenges')
    .select('member_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Uses up a challenge; false when it is unknown, expired, another member's, or was just used. */
export async function useChallenge(
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

/** Deletes a member's challenges, so that whatever they were for has to be begun again. */
export async function deleteChallenges(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom('challenges').where('member_id', '=', memberId).execute()
}
