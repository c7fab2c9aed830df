import { sql } from 'kysely'
import type { ExportRhythm } from '#shared/api/members.ts'
import type { Db } from '#server/db/database.ts'

export interface DueExport {
  id: string
  username: string
  email: string
  locale: string
  rhythm: Exclude<ExportRhythm, 'never'>
  exported_at: Date | null
}

/**
 * Members who want scheduled exports, have a verified address and had none for a week or a month, by UTC days; those
 * who have waited longest first, after a given one. An export that lies ahead was made by a wrong clock, and counts as
 * none.
 */
export async function selectDueExports(
  db: Db,
  now: Date,
  after: Pick<DueExport, 'id' | 'exported_at'> | null,
  limit: number,
): Promise<DueExport[]> {
  const at = sql`coalesce(exported_at, '-infinity')`
  const { rows } = await sql<DueExport>`
    select id, username, email, locale, scheduled_export as rhythm, exported_at from members
    where scheduled_export <> 'never' and email_verified_at is not null
      and (exported_at is null or exported_at > ${now}::timestamptz + interval '1 day' or (exported_at at time zone 'utc')::date
        + case scheduled_export when 'weekly' then interval '7 days' else interval '1 month' end
        <= (${now}::timestamptz at time zone 'utc')::date)
      and ${after ? sql`(${at}, id) > (coalesce(${after.exported_at}::timestamptz, '-infinity'), ${after.id}::uuid)` : sql`true`}
    order by ${at}, id limit ${limit}`.execute(db)
  return rows
}

/** False when the member was deleted. */
export async function updateExportedAt(db: Db, memberId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ exported_at: at })
    .where('id', '=', memberId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
