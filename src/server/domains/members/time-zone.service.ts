import { fail } from '#server/core/errors.ts'
import type { Db } from '#server/db/database.ts'

/** Null until the member or their browser says one. */
export async function selectTimeZone(db: Db, memberId: string): Promise<string | null> {
  const row = await db.selectFrom('members').select('time_zone').where('id', '=', memberId).executeTakeFirst()
  return row?.time_zone ?? null
}

/** @throws player.time_zone for what is no time zone */
export async function chooseTimeZone(db: Db, memberId: string, timeZone: string | undefined): Promise<void> {
  if (timeZone === undefined) return
  try {
    Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw fail('player.time_zone')
  }
  await db.updateTable('members').set({ time_zone: timeZone }).where('id', '=', memberId).execute()
}
