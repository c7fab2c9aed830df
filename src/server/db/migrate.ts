import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, `file://${folder}`), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Applies the numbered SQL files that are missing, all in one transaction under an advisory lock,
 * so several instances may start together. Answers the names applied.
 * @throws the database's error; nothing is applied then.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error })
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** True when every migration of this version has been applied. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  return (await migrator.getMigrations()).every((migration) => migration.executedAt !== undefined)
}
