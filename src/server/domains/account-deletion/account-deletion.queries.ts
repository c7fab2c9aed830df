import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Any number; that of no other advisory lock of Scene. */
const deletions = 7_304_001

/** Longer than other statements get: what a famous member leaves behind is much. */
const timeout = '5min'

/**
 * One deletion after another, on all instances: two members who like and follow each other would otherwise
 * wait for each other's rows.
 */
export async function queueDeletion(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(db)
  await sql`select pg_advisory_xact_lock(${sql.lit(deletions)})`.execute(db)
}
