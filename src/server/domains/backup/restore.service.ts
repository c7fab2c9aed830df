import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { StoredArchive } from '#server/adapters/archives/archives.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { refusalOf } from '#server/core/disk.ts'
import type { Db } from '#server/db/database.ts'
import { sqlState } from '#server/db/database-fault.ts'
import type { DB } from '#server/db/schema.ts'
import { migrate, migrateUpTo, migrationNames } from '#server/db/migrate.ts'
import { onClient } from '#server/db/transaction.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { BackupError } from './backup-error.ts'
import {
  countSessions,
  dropEverything,
  hasMembers,
  selectMedia,
  selectTables,
  setSequence,
  withoutLimits,
  withoutConstraints,
} from './backup.queries.ts'
import { copied } from './backup.service.ts'
import { rowsOf, type Manifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'

/** What a backup is restored into. */
interface Target {
  /** A connection that nobody else uses. */
  client: pg.Client
  storage: Storage
  now: () => Date
  by: Operator
}

export interface RestoreResult {
  manifest: Manifest
  /** Names of the migrations that were applied after restoring. */
  migrated: string[]
}

/**
 * Whether a backup can be put back: the file is verified completely, and the database is looked at. `mayReplace` is
 * asked when there are members already; `last` is the backup's last migration. Changes nothing.
 * @throws BackupError
 */
export async function checkRestore(
  client: Target['client'],
  archive: StoredArchive,
  mayReplace: () => Promise<boolean>,
): Promise<{ manifest: Manifest; last: string; replaces: boolean }> {
  const manifest = await readArchive(archive)
  const last = await lastMigration(archive.name, manifest)
  const db = onClient(client)
  await requireUnused(db)
  const replaces = await hasMembers(db)
  if (replaces && !(await mayReplace()))
    throw new BackupError('There are members here already: --replace puts the backup in their place.')
  return { manifest, last, replaces }
}

/**
 * Replaces everything in the database and the storage by a backup, where `checkRestore` finds nothing against it. The
 * database changes in one transaction, so that a failure half-way leaves the old state.
 * @throws BackupError
 */
export async function restoreBackup(
  { client, storage, now, by }: Target,
  archive: StoredArchive,
  mayReplace: () => Promise<boolean>,
): Promise<RestoreResult> {
  const { manifest, last } = await checkRestore(client, archive, mayReplace)
  const file = archive.name
  const db = onClient(client)
  const before = (await selectMedia(db)).map(({ path }) => path)
  const migrated = await inOne(db, file, async (tx) => {
    await withoutLimits(tx)
    await dropEverything(tx)
    await migrateUpTo<DB>(tx, last)
    const tables = await requireTables(tx, file, manifest)
    await withoutConstraints(tx, tables, () => fillAll({ client, storage }, archive, manifest))
    for (const [name, value] of Object.entries(manifest.sequences)) await setSequence(tx, name, value)
    await requireCounts(tx, manifest)
    const later = await migrate<DB>(tx)
    const about = { made: manifest.createdAt, rows: rowsOf(manifest) }
    await noteAct(tx, now(), by, 'backup.restore', { about })
    return later
  })
  // The query planner has no statistics of the new rows yet.
  await sql`analyze`.execute(db)
  if (manifest.media) await removeOthers(storage, before, manifest.media)
  return { manifest, migrated }
}

/** Runs work in one transaction, and says it in a sentence where there is no room for it. */
async function inOne<T>(db: Db, file: string, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (sqlState(error) !== diskFull && refusalOf(error) !== 'full') throw error
    throw new BackupError(
      `There is no room for what ${file} holds: free some, then put it back. The database is as it was.`,
      { cause: error },
    )
  }
}

/** SQLSTATE disk_full */
const diskFull = '53100'

/** The server needs a moment to notice that a connection was closed. */
const closing = { looks: 5, pauseMs: 200 }

/**
 * Refuses while other sessions are connected: a running Scene, or its command line, would work on what is being
 * replaced.
 */
async function requireUnused(db: Db): Promise<void> {
  for (let look = 0; look < closing.looks; look++) {
    if ((await countSessions(db)) === 0) return
    await sleep(closing.pauseMs)
  }
  throw new BackupError('A Scene, or a command of it, has this database open: stop it first.')
}

/** The last migration of a backup, where this Scene knows all of them. */
async function lastMigration(file: string, { migrations }: Manifest): Promise<string> {
  const known = await migrationNames()
  const last = migrations.at(-1)
  if (last === undefined || migrations.some((name) => !known.includes(name)))
    throw new BackupError(
      `${file} was made by a newer Scene, which this one cannot put back: update Scene first.`,
    )
  const until = known.slice(0, known.indexOf(last) + 1)
  if (until.length !== migrations.length)
    throw new BackupError(`${file} lacks migrations that this Scene has: it was not made by a release.`)
  return last
}

/** The names of the tables; they must have the same columns as in the backup. */
async function requireTables(db: Db, file: string, manifest: Manifest): Promise<string[]> {
  const tables = await selectTables(db)
  const here = new Map(tables.map(({ name, columns }) => [name, columns.toSorted().join()]))
  for (const [name, { columns }] of Object.entries(manifest.tables))
    if (here.get(name) !== columns.toSorted().join())
      throw new BackupError(`${file} holds a table ${name} that Scene does not have, or has otherwise.`)
  return tables.map(({ name }) => name)
}

/** Rows and pictures, in the order of the archive. */
async function fillAll(
  { client, storage }: Pick<Target, 'client' | 'storage'>,
  archive: StoredArchive,
  manifest: Manifest,
): Promise<void> {
  let open: { name: string; rows: ReturnType<typeof copyFrom> } | undefined
  async function close() {
    if (!open) return
    const { rows } = open
    open = undefined
    rows.end()
    await finished(rows)
  }
  try {
    await readArchive(archive, {
      async table(name, bytes) {
        if (open?.name !== name) {
          await close()
          const columns = manifest.tables[name]?.columns ?? []
          open = { name, rows: client.query(copyFrom(`copy ${copied({ name, columns })} from stdin`)) }
          // The error is thrown to whoever waits for the next bytes.
          open.rows.on('error', () => undefined)
        }
        const { rows } = open
        if (rows.errored) throw rows.errored
        if (!rows.write(bytes)) await once(rows, 'drain')
      },
      async media(path, bytes) {
        await close()
        await storage.put(path, bytes)
      },
    })
    await close()
  } catch (error) {
    open?.rows.destroy()
    throw error
  }
}

async function requireCounts(db: Db, { tables }: Manifest): Promise<void> {
  for (const [name, { rows }] of Object.entries(tables)) {
    const counted = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    if (Number(counted.rows[0]?.rows) !== rows)
      throw new BackupError(`The table ${name} did not take all of its ${rows} rows.`)
  }
}

/** Removes pictures that belonged to what was replaced. */
async function removeOthers(storage: Storage, paths: string[], kept: NonNullable<Manifest['media']>) {
  for (const path of paths) {
    const inner = path.replace(/^\/media\//, '')
    if (!(inner in kept)) await storage.remove(inner)
  }
}
