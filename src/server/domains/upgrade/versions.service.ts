import { sql } from 'kysely'
import { compareVersions } from '#server/core/version.ts'
import type { Db } from '#server/db/database.ts'

/** A version of Scene that ran on the database. */
export interface RunVersion {
  version: string
  at: Date
}

/** Remembers that a version starts on the database. */
export async function noteVersion(db: Db, version: string, at: Date): Promise<void> {
  await db
    .insertInto('scene_versions')
    .values({ version, started_at: at })
    .onConflict((conflict) => conflict.column('version').doUpdateSet({ started_at: at }))
    .execute()
}

/** What the check of an update reads of a database, whatever version its tables have. */
export interface DatabaseState {
  /** The newest version that ran; null when it was before versions were recorded. */
  newest: RunVersion | null
  /** Whether somebody has an account. */
  members: boolean
  bytes: number
  postgresMajor: number
}

export async function databaseState(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<{ versions: boolean; members: boolean; bytes: string; number: number }>`
    select to_regclass('scene_versions') is not null as versions, to_regclass('members') is not null as members,
      pg_database_size(current_database())::text as bytes,
      current_setting('server_version_num')::int as number`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the server answers nothing')
  return {
    newest: row.versions ? await newestVersion(db) : null,
    members: row.members && (await db.selectFrom('members').select('id').limit(1).execute()).length > 0,
    bytes: Number(row.bytes),
    postgresMajor: Math.floor(row.number / 10_000),
  }
}

async function newestVersion(db: Db): Promise<RunVersion | null> {
  const rows = await db.selectFrom('scene_versions').selectAll().execute()
  const [newest] = rows.toSorted((a, b) => compareVersions(b.version, a.version))
  return newest ? { version: newest.version, at: newest.started_at } : null
}
