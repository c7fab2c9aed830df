import { join } from 'node:path'
import { hourMs } from '#shared/durations.ts'
import { messageOf } from '#shared/thrown.ts'
import type { ArchiveFolder } from '#server/adapters/archives/archives.ts'
import { archiveFolder } from '#server/adapters/archives/create-archives.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { hasTable } from './backup.queries.ts'
import { BackupUnderWay, createBackup, type Backup } from './backup.service.ts'
import { rowsOf } from './manifest.ts'

export interface BackupFile {
  file: string
  bytes: number
  at: Date
}

/** The outcome of the last scheduled backup; `failure` is null when it succeeded. */
export interface LastBackup {
  at: Date
  failure: string | null
  /** When the last one was made that went well. */
  madeAt: Date | null
}

/**
 * Half an hour less than the period, since the job that looks is hourly: one that runs a moment early would delay the
 * backup by an hour.
 */
const periods = { daily: 23.5 * hourMs, weekly: 167.5 * hourMs } as const

/** Whether a moment is less than `ms` before or after now. A moment further in the future came from a wrong clock. */
const isWithin = (at: Date, ms: number, now: Date) => Math.abs(now.getTime() - at.getTime()) < ms

export const lastBackup = async ({ db }: Pick<Context, 'db'>): Promise<LastBackup | null> => {
  const row = await db.selectFrom('backup_state').selectAll().executeTakeFirst()
  return row ? { at: row.tried_at, failure: row.failure, madeAt: row.made_at } : null
}

export interface BackupHealth {
  state: 'off' | 'first' | 'made' | 'old' | 'failed'
  /** Of the last one that went well. */
  at: Date | null
  failure: string | null
}

/** The state of scheduled backups; the last one counts as old when the time for two has passed. */
export async function backupHealth(
  ctx: Pick<Context, 'db' | 'now'> & { config: Pick<Config, 'backup'> },
): Promise<BackupHealth> {
  const { schedule } = ctx.config.backup
  const last = await lastBackup(ctx)
  const [at, failure] = [last?.madeAt ?? null, last?.failure ?? null]
  if (schedule === 'off') return { state: 'off', at, failure: null }
  if (failure !== null) return { state: 'failed', at, failure }
  if (at === null) return { state: 'first', at, failure }
  return { state: isWithin(at, 2 * periods[schedule], ctx.now()) ? 'made' : 'old', at, failure }
}

/** Runs hourly: makes a scheduled backup when it is due. A failed one is tried again after an hour. */
export async function makeScheduledBackup(ctx: Context): Promise<void> {
  const { schedule, kept } = ctx.config.backup
  if (schedule === 'off') return
  const last = await lastBackup(ctx)
  if (last?.madeAt && isWithin(last.madeAt, periods[schedule], ctx.now())) return
  try {
    const at = ctx.now()
    const folder = archiveFolder(ctx.config, ctx.config.backup.folder)
    const made = backupName('scene', at)
    const { missing } = await createBackup(ctx, folder.archive(made))
    if (missing.length > 0)
      ctx.logger.warn(
        { pictures: missing.length, first: missing.slice(0, 10) },
        'pictures are missing in the store',
      )
    await noteBackup(ctx, at, null)
    await keepNewest(folder, made, kept)
  } catch (error) {
    // Another instance is making one, and will record the outcome.
    if (error instanceof BackupUnderWay) return
    ctx.logger.error({ err: error }, 'the backup by the clock failed')
    await noteBackup(ctx, ctx.now(), messageOf(error))
  }
}

/** Writes down how the last one went. */
export async function noteBackup(
  { db }: Pick<Context, 'db'>,
  at: Date,
  failure: string | null,
): Promise<void> {
  const state = { tried_at: at, failure, ...(failure === null && { made_at: at }) }
  await db
    .insertInto('backup_state')
    .values({ single: true, ...state })
    .onConflict((conflict) => conflict.column('single').doUpdateSet(state))
    .execute()
}

/** `scene-2026-11-23T170000Z.tar.gz`: sorted by name they are in the order of their times. */
export const backupName = (kind: 'scene' | 'before-migration', at: Date): string =>
  `${kind}-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.tar.gz`

const backupsIn = async (folder: ArchiveFolder) =>
  (await folder.list()).filter(({ name }) => /^(scene|before-migration)-.*\.tar\.gz$/.test(name))

/**
 * Removes all backups of a kind but the newest `kept`, counting from the one just made (`made`). A backup with a later name
 * than that was made while the clock was wrong, or the clock is wrong now; it counts as older than all others.
 */
export async function keepNewest(folder: ArchiveFolder, made: string, kept: number): Promise<void> {
  const kind = made.startsWith('scene-') ? 'scene-' : 'before-migration-'
  const names = (await backupsIn(folder)).map(({ name }) => name).filter((name) => name.startsWith(kind))
  const byName = names.toSorted().toReversed()
  const byAge = [...byName.filter((name) => name <= made), ...byName.filter((name) => name > made)]
  for (const name of byAge.slice(kept)) await folder.remove(name)
}

/** The backups in a folder or bucket, by default all that Scene makes by itself, newest first. */
export async function listBackups(
  config: Pick<Config, 'backup' | 'dataDir' | 's3Service'>,
  place?: string,
): Promise<BackupFile[]> {
  const places = place === undefined ? [config.backup.folder, join(config.dataDir, 'backups')] : [place]
  const files: BackupFile[] = []
  for (const folder of [...new Set(places)].map((one) => archiveFolder(config, one)))
    for (const { name, bytes, at } of await backupsIn(folder))
      files.push({ file: folder.archive(name).name, bytes, at })
  return files.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** Enters a backup that an operator made in the audit log, where the tables have one already. */
export async function noteBackupByHand(
  db: Context['db'],
  at: Date,
  by: Operator,
  { bytes, manifest }: Pick<Backup, 'bytes' | 'manifest'>,
): Promise<void> {
  if (await hasTable(db, 'audit_log'))
    await noteAct(db, at, by, 'backup.create', { about: { bytes, rows: rowsOf(manifest) } })
}

/**
 * When the newest backup was made: of those that still exist, and of those made by hand, which may have been moved away.
 * Null when there is none. Times in the future came from a wrong clock and do not count.
 */
export async function newestBackup(
  db: Context['db'],
  config: Pick<Config, 'backup' | 'dataDir' | 's3Service'>,
  now: Date,
): Promise<Date | null> {
  const listed = (await listBackups(config)).map(({ at }) => at)
  const byHand = (await hasTable(db, 'audit_log'))
    ? await db
        .selectFrom('audit_log')
        .select('at')
        .where('act', '=', 'backup.create')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined
  const latest = now.getTime() + hourMs
  const times = [...listed, ...(byHand ? [byHand.at] : [])].filter((at) => at.getTime() < latest)
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
}
