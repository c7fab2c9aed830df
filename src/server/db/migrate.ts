import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { sqlState } from './database-fault.ts'

/** The oldest major version of PostgreSQL that Scene runs on. */
export const oldestPostgres = 15

/** A database that no Scene can be put into. `message` says to the operator what to do. */
export class UnfitDatabase extends Error {}

/** Said by whoever meets a pooler that does not keep prepared statements (see `keepsStatements`). */
export const sharingPooler =
  'The pooler in front of the database gives a connection to one client and then to another, without the statements ' +
  'that were prepared there. Use session mode (pool_mode = session), or PgBouncer 1.21 or newer with max_prepared_statements.'

/** SQLSTATE undefined_table */
const undefinedTable = '42P01'

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** All that this version knows, in their order. */
export async function migrationNames(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  return files.map((name) => name.replace(/\.sql$/, '')).sort()
}

/** `onFailure` gets the error of the migration that fails. */
async function readMigrations(onFailure: (error: unknown) => void): Promise<Record<string, Migration>> {
  const entries = (await migrationNames()).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(`${name}.sql`, `file://${folder}`), 'utf8')
    const up: Migration['up'] = async (db) => {
      await sql
        .raw(text)
        .execute(db)
        .catch((error: unknown) => {
          onFailure(error)
          throw error
        })
    }
    return [name, { up }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Applies the numbered SQL files that are missing, all in one transaction under an advisory lock,
 * so several instances may start together. Answers the names applied.
 * @throws UnfitDatabase, or the database's error; nothing is applied then.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const known = await migrationNames()
  const applied = await appliedNames(db)
  if (applied.length === 0) await requireFit(db)
  refuseNewer(applied, known)
  if (applied.length === known.length) return []
  return migrateUpTo(db, known.at(-1) ?? '')
}

/** @throws UnfitDatabase where a newer Scene applied migrations that this one does not know */
export async function requireNoNewer<T>(db: Kysely<T>): Promise<void> {
  refuseNewer(await appliedNames(db), await migrationNames())
}

function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const last = applied.findLast((name) => !known.includes(name))
  if (last !== undefined)
    throw new UnfitDatabase(
      `The database was changed by a newer Scene (${last}), and this one leaves it as it is: install the newer one, ` +
        'or put a backup of before back with scene backup restore FILE --replace.',
    )
}

async function requireFit<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the server answers nothing')
  if (row.number < oldestPostgres * 10_000)
    throw new UnfitDatabase(
      `The database is PostgreSQL ${row.version}, and Scene needs ${oldestPostgres} or newer.`,
    )
  const encoding = await unfitEncoding(db)
  if (encoding)
    throw new UnfitDatabase(
      `The database is made for other letters (encoding ${encoding}, or a locale without upper and lower case). ` +
        "Make it anew: create database scene owner scene encoding 'UTF8' locale 'C.UTF-8' template template0",
    )
}

/**
 * The encoding of a database whose encoding or locale does not suit Scene; null for all others. In other encodings than
 * UTF-8 texts are cut and compared wrongly or not at all, and with other locales É is not é.
 */
export async function unfitEncoding<T>(db: Kysely<T>): Promise<string | null> {
  const server = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = server.rows[0]?.encoding ?? ''
  // Asked of UTF-8 alone: elsewhere PostgreSQL may refuse the numbers of these letters.
  if (encoding !== 'UTF8') return encoding
  const { rows } = await sql<{ folds: boolean }>`select upper(chr(233)) = chr(201) as folds`.execute(db)
  return rows[0]?.folds ? null : encoding
}

/** Applies migrations up to one of them; also in a transaction when none was applied yet. */
export async function migrateUpTo<T>(db: Kysely<T>, last: string): Promise<string[]> {
  const { Migrator } = await import('kysely/migration')
  // In a transaction of the caller's the migrator only tells that this one is aborted.
  let failure: unknown
  const getMigrations = () => readMigrations((first) => (failure = first))
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const result = await migrator.migrateTo(last)
  const { results } = result
  const error = failure ?? result.error
  if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error })
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** True when every migration of this version has been applied. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const applied = await appliedNames(db)
  return (await migrationNames()).every((name) => applied.includes(name))
}

/** The names of applied migrations; the table is missing in an empty database. */
export async function appliedNames<T>(db: Kysely<T>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map((row) => row.name)
  } catch (error) {
    if (sqlState(error) === undefinedTable) return []
    throw error
  }
}
