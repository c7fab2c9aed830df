import type { Db } from '#server/db/database.ts'

/** The member's own pictures; the row is locked against other changes of the profile. */
export function lockPictures(db: Db, memberId: string) {
  return db
    .selectFrom('members')
    .select(['avatar', 'backdrop'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export interface ProfileChange {
  bio?: string
  avatar?: string | null
  backdrop?: string | null
  favorite_film_ids?: number[]
  /** As JSON. */
  socials?: string
}

export async function changeProfile(db: Db, memberId: string, change: ProfileChange): Promise<void> {
  await db.updateTable('members').set(change).where('id', '=', memberId).execute()
}
