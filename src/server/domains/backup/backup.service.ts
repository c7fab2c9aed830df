import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { StoredArchive } from '#server/adapters/archives/archives.ts'
import { storagePath, type Storage } from '#server/adapters/storage/storage.ts'
import { version } from '#server/core/version.ts'
import type { Db } from '#server/db/database.ts'
import { appliedNames } from '#server/db/migrate.ts'
import { onClient } from '#server/db/transaction.ts'
import { BackupError } from './backup-error.ts'
import {
  lockBackups,
  selectMedia,
  selectPostgres,
  selectSequences,
  selectSizes,
  selectTables,
  withoutLimits,
} from './backup.queries.ts'
import { requireAllRows } from './lost-rows.service.ts'
import { format, type Manifest } from './manifest.ts'
import { countRows, readArchive } from './read-archive.ts'
import { writeArchive, type Put } from './write-archive.ts'

export interface Backup {
  file: string
  /** Of the file. */
  bytes: number
  manifest: Manifest
  /** Pictures that rows show and the store does not have: `/media/<folder>/<file>`. They fail no backup. */
  missing: string[]
}

/** What a backup is made from; without storage it holds the database alone. */
interface Source {
  pool: pg.Pool
  storage: Storage | null
  now: () => Date
  /** Is called with the progress, from 0 to 1. */
  report?: (share: number) => Promise<void>
}

/** Another backup is being made, by this instance or another. */
export class BackupUnderWay extends BackupError {
  override name = 'BackupUnderWay'
}

/** Bytes of a table that are held in memory at once and written as one entry of the archive. */
const partBytes = 4 * 1024 * 1024

/**
 * Writes a whole instance to one file while it is in use: all tables as of one moment, then members' pictures. The
 * job queue is left out: scheduled jobs come back by themselves, imports are queued again from their rows, and mails
 * and codes of another day should not be sent. The file is read and verified before it gets its name.
 * @throws BackupUnderWay, BackupError
 */
export async function createBackup(
  { pool, storage, now, report = async () => undefined }: Source,
  archive: StoredArchive,
): Promise<Backup> {
  const client = await pool.connect()
  // COPY needs a connection without pipelining, which connections of the pool use.
  Object.assign(client, { pipeline: false })
  let missing: string[] = []
  try {
    const manifest = await onClient(client)
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        await withoutLimits(db)
        if (!(await lockBackups(db))) throw new BackupUnderWay('Another backup is being made.')
        return writeArchive(
          archive,
          async (put) => void (missing = await fill({ client, db, storage, now, put, report })),
          (written) => readArchive(written),
        )
      })
    return {
      file: archive.name,
      bytes: await archive.size(),
      manifest,
      missing: await stillShown(pool, missing),
    }
  } finally {
    client.release(true)
  }
}

interface Filling {
  client: pg.PoolClient
  db: Db
  storage: Storage | null
  now: () => Date
  put: Put
  report: (share: number) => Promise<void>
}

/** The share of the progress that is writing; the rest is verifying. */
const writing = 0.8

/** Answers the pictures that it did not find. */
async function fill({ client, db, storage, now, put, report }: Filling): Promise<string[]> {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  await put('scene-backup.json', json({ product: 'scene', format }))
  const tables: Manifest['tables'] = {}
  const postgres = await selectPostgres(db)
  const migrations = await appliedNames(db)
  const sizes = await selectSizes(db)
  const all = Math.max(
    1,
    [...sizes.tables.values()].reduce((sum, bytes) => sum + bytes, storage ? sizes.media : 0),
  )
  let written = 0
  const wrote = (bytes: number) => report((writing * Math.min((written += bytes), all)) / all)
  for (const table of await selectTables(db)) {
    const copy = await putTable(client, table, put)
    await requireAllRows(db, table.name, copy.rows)
    tables[table.name] = copy
    await wrote(sizes.tables.get(table.name) ?? 0)
  }
  const media = storage && (await putMedia(await selectMedia(db), storage, put, wrote))
  const manifest: Manifest = {
    version,
    postgres,
    createdAt: now().toISOString(),
    migrations,
    tables,
    sequences: await selectSequences(db),
    media: media && media.kept,
  }
  await put('manifest.json', json(manifest))
  return media?.missing ?? []
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** `"logs" ("id", "film_id")`, for COPY. */
export const copied = ({ name, columns }: { name: string; columns: string[] }): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`

async function putTable(client: pg.PoolClient, table: { name: string; columns: string[] }, put: Put) {
  const hash = createHash('sha256')
  const total = { rows: 0, bytes: 0 }
  let parts = 0
  let waiting: Buffer[] = []
  let size = 0
  async function putPart() {
    const part = Buffer.concat(waiting)
    waiting = []
    size = 0
    hash.update(part)
    total.bytes += part.length
    total.rows += countRows(part)
    parts += 1
    await put(`tables/${table.name}/${String(parts).padStart(6, '0')}`, part)
  }
  const rows: AsyncIterable<Buffer> = client.query(copyTo(`copy ${copied(table)} to stdout`))
  for await (const chunk of rows) {
    waiting.push(chunk)
    size += chunk.length
    if (size >= partBytes) await putPart()
  }
  if (size > 0) await putPart()
  return { columns: table.columns, ...total, sha256: hash.digest('hex') }
}

async function putMedia(
  rows: { path: string; claimed: boolean }[],
  storage: Storage,
  put: Put,
  wrote: (bytes: number) => Promise<void>,
) {
  const kept: NonNullable<Manifest['media']> = {}
  const missing: string[] = []
  for (const { path, claimed } of rows) {
    const inner = path.replace(/^\/media\//, '')
    const bytes = storagePath.test(inner) ? await storage.get(inner) : null
    if (bytes) {
      await put(`media/${inner}`, bytes)
      await wrote(bytes.length)
      kept[inner] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    } else if (claimed) missing.push(path)
  }
  return { kept, missing }
}

/** The pictures that are still shown: members may have removed some since the moment of the tables. */
async function stillShown(pool: pg.Pool, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const { rows } = await pool.query<{ path: string }>(
    'select path from media where claimed and path = any($1) order by path',
    [paths],
  )
  return rows.map(({ path }) => path)
}
