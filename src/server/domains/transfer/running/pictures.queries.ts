import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** A picture of an import, with its row of kind `picture`. */
export interface GivenPicture {
  row: number
  bytes: Buffer
}

export async function insertPicture(db: Db, importId: string, { row, bytes }: GivenPicture): Promise<void> {
  await db.insertInto('import_pictures').values({ import_id: importId, row, bytes }).execute()
}

export async function selectPicture(db: Db, importId: string, row: number): Promise<Buffer | null> {
  const found = await db
    .selectFrom('import_pictures')
    .select('bytes')
    .where('import_id', '=', importId)
    .where('row', '=', row)
    .executeTakeFirst()
  return found?.bytes ?? null
}

export async function deletePicture(db: Db, importId: string, row: number): Promise<void> {
  await db.deleteFrom('import_pictures').where('import_id', '=', importId).where('row', '=', row).execute()
}

export async function deletePictures(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_pictures').where('import_id', '=', importId).execute()
}

/** Deletes pictures of imports that ended before a moment. */
export async function deleteOldPictures(db: Db, before: Date): Promise<void> {
  await sql`
    delete from import_pictures p using imports i
    where i.id = p.import_id and i.finished_at < ${before}`.execute(db)
}

/** Lets pictures wait again whose logs were not decided yet; answers how many. */
export async function reopenPictures(db: Db, importId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update import_rows r set state = 'waiting', reason = null from import_pictures p
    where p.import_id = ${importId} and r.import_id = p.import_id and r.row = p.row and r.state = 'skipped'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

interface PictureTarget {
  importId: string
  memberId: string
  /** The import key of the log or list; for a comment its id. */
  importKey: string
}

/** The log that the import made, if it has no picture and was not changed since; locked in a transaction. */
export async function selectBareLog(
  db: Db,
  { importId, memberId, importKey }: PictureTarget,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select l.id from logs l
    join import_rows r on r.log_id = l.id and r.import_id = ${importId} and r.created and r.made_at >= l.updated_at
    where l.member_id = ${memberId} and l.import_key = ${importKey} and l.image is null
    limit 1 for update of l`.execute(db)
  return rows[0]?.id ?? null
}

/** The list that the import made, if it has no cover and was not changed since; locked in a transaction. */
export async function selectBareList(
  db: Db,
  { importId, memberId, importKey }: PictureTarget,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select l.id from lists l
    join import_rows r on r.list_id = l.id and r.import_id = ${importId} and r.created and r.kind = 'list'
    where l.member_id = ${memberId} and l.import_key = ${importKey} and l.cover is null
      and l.imported_at = l.updated_at
    limit 1 for update of l`.execute(db)
  return rows[0]?.id ?? null
}

/** The comment that the import made, if it has no picture; locked in a transaction. */
export async function selectBareReply(
  db: Db,
  { importId, memberId, importKey }: PictureTarget,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from replies p
    where p.id = ${importKey}::uuid and p.member_id = ${memberId} and p.image is null and exists (
      select from import_rows r
      where r.import_id = ${importId} and r.kind = 'comment' and r.created and r.entry->>'key' = ${importKey}
    )
    limit 1 for update of p`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether the member may still say which film a log of the import is of. */
export async function isUndecided(db: Db, importId: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from import_rows where import_id = ${importId} and kind = 'log' and entry->>'key' = ${key}
      and state in ('doubtful', 'not-found', 'failed') limit 1`.execute(db)
  return rows.length > 0
}
