import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Gives each statement of the transaction so much time (`10min`); what one of a request has is too short for whole tables. */
export async function allowTime(db: Db, time: `${number}min`): Promise<void> {
  await sql`select set_config('statement_timeout', ${time}, true)`.execute(db)
}
