import { sql } from 'kysely'
import { deleteJobs } from '#server/core/jobs.ts'
import type { Db } from '#server/db/database.ts'

/** Any number; that of no other advisory lock of Scene. */
const deletions = 7_304_001

/** Longer than other statements get: what a famous member leaves behind is much. */
const patience = '5min'

/**
 * One deletion after another, on all instances: two members who like and follow each other would otherwise
 * wait for each other's rows.
 */
export async function queueDeletion(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', ${patience}, true)`.execute(db)
  await sql`select pg_advisory_xact_lock(${sql.lit(deletions)})`.execute(db)
}

/** What is kept by address instead of by member: requests of codes, mails of the local mailbox, queued jobs. */
export async function forgetAddress(
  db: Db,
  { email, codeRequests, jobKeys }: { email: string; codeRequests: Buffer[]; jobKeys: string[] },
): Promise<void> {
  await db.deleteFrom('code_requests').where('key_hash', 'in', codeRequests).execute()
  await db
    .deleteFrom('dev_mails')
    .where(sql`lower(recipient)`, '=', email.toLowerCase())
    .execute()
  await deleteJobs(db, jobKeys)
}
