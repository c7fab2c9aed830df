import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { BackupUnderWay, createBackup } from './backup.service.ts'

export interface BackupFile {
  file: string
  bytes: number
  at: Date
}

/** How the last backup by the clock went; `failure` is null where it went well. */
export interface LastBackup {
  at: Date
  failure: string | null
  /** When the last one was made that went well. */
  madeAt: Date | null
}

const hourMs = 3_600_000
/** Half an hour less: a job that is a moment early would put the backup off by an hour. */
const periods = { daily: 23.5 * hourMs, weekly: 167.5 * hourMs } as const

export const lastBackup = async ({ db }: Pick<Context, 'db'>): Promise<LastBackup | null> => {
  const row = await db.selectFrom('backup_state').selectAll().executeTakeFirst()
  return row ? { at: row.tried_at, failure: row.failure, madeAt: row.made_at } : null
}

/** Hourly: makes the backup by the clock where one is due. One that failed is tried again in an hour. */
export async function makeScheduledBackup(ctx: Context): Promise<void> {
  const { schedule, folder, kept } = ctx.config.backup
  if (schedule === 'off') return
  const last = await lastBackup(ctx)
  if (last?.madeAt && ctx.now().getTime() - last.madeAt.getTime() < periods[schedule]) return
  try {
    const at = ctx.now()
    await createBackup(ctx, join(folder, backupName('scene', at)))
    await setState(ctx, at, null)
    await keepNewest(folder, 'scene', kept)
  } catch (error) {
    // Of another instance, which says how it went.
    if (error instanceof BackupUnderWay) return
    ctx.logger.error({ err: error }, 'the backup by the clock failed')
    await setState(ctx, ctx.now(), error instanceof Error ? error.message : 'unknown')
  }
}

async function setState({ db }: Context, at: Date, failure: string | null): Promise<void> {
  const state = { tried_at: at, failure, ...(failure === null && { made_at: at }) }
  await db
    .insertInto('backup_state')
    .values({ single: true, ...state })
    .onConflict((conflict) => conflict.column('single').doUpdateSet(state))
    .execute()
}

/** `scene-2026-11-23T170000Z.tar.gz`: by name they are in the order of their times. */
export const backupName = (kind: 'scene' | 'before-migration', at: Date): string =>
  `${kind}-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.tar.gz`

async function backupsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^(scene|before-migration)-.*\.tar\.gz$/.test(name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Removes all of a kind but the newest. */
export async function keepNewest(
  folder: string,
  kind: 'scene' | 'before-migration',
  kept: number,
): Promise<void> {
  const names = (await backupsIn(folder)).filter((name) => name.startsWith(`${kind}-`))
  for (const name of names.toSorted().toReversed().slice(kept)) await rm(join(folder, name), { force: true })
}

/** Those that Scene made by itself, the newest first. */
export async function listBackups({
  backup,
  dataDir,
}: Pick<Config, 'backup' | 'dataDir'>): Promise<BackupFile[]> {
  const folders = new Set([backup.folder, join(dataDir, 'backups')])
  const files: BackupFile[] = []
  for (const folder of folders)
    for (const name of await backupsIn(folder)) {
      const { size, mtime } = await stat(join(folder, name))
      files.push({ file: join(folder, name), bytes: size, at: mtime })
    }
  return files.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}
