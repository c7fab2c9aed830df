import type { InsertObject } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** PostgreSQL takes 65,535 parameters a statement. */
const rowsAtOnce = 500

export async function insertAll<T extends keyof DB>(db: Db, table: T, rows: InsertObject<DB, T>[]) {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
}
