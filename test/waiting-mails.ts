import { sql } from 'kysely'
import type { TestApp } from './harness.ts'

/** The mails to an address that wait to be sent, in their order. */
export async function waitingMails({ db }: TestApp, email: string) {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail.text' and payload->>'to' = ${email} order by j.id`.execute(db)
  return rows.map(({ payload }) => payload)
}
