import { minuteMs } from '#shared/durations.ts'
import { messageOf } from '#shared/thrown.ts'
import { archiveFolder } from '#server/adapters/archives/create-archives.ts'
import type { Context } from '#server/context.ts'
import { BackupUnderWay, createBackup } from './backup.service.ts'
import { deleteRun, noteRun, selectRun } from './backup.queries.ts'
import { backupName, keepNewest, noteBackup, noteBackupByHand } from './scheduled-backup.service.ts'

/** Milliseconds between two reports of the progress; after several without one the backup is taken to have ended. */
const beatMs = 1000
const silentMs = 2 * minuteMs
/** The key of the job: at most one such backup waits. */
const key = 'backup.now'

/** The backup that is being made by hand; null where none is. */
export async function backupUnderWay({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Promise<{ startedAt: Date; percent: number } | null> {
  const run = await selectRun(db)
  if (!run || now().getTime() - run.seen_at.getTime() > silentMs) return null
  return { startedAt: run.started_at, percent: run.percent }
}

/** Queues a backup, to be made as soon as a worker is free; while one is waiting no other is queued. */
export async function requestBackup(ctx: Context, operatorId: string): Promise<void> {
  if (await backupUnderWay(ctx)) return
  await ctx.transact(async (tx) => {
    const at = ctx.now()
    await noteRun(tx.db, { started_at: at, seen_at: at, percent: 0 })
    await tx.addJob('backup.now', { operatorId }, { key })
  })
}

/**
 * Makes a backup in addition to the scheduled ones, and reports its progress. Its outcome is recorded as theirs is.
 */
export async function makeBackupNow(ctx: Context, operatorId: string): Promise<void> {
  const { folder, kept } = ctx.config.backup
  const startedAt = ctx.now()
  let reportedAt = 0
  const report = async (share: number) => {
    if (share < 1 && performance.now() - reportedAt < beatMs) return
    reportedAt = performance.now()
    const percent = Math.min(99, Math.floor(100 * share))
    await noteRun(ctx.db, { started_at: startedAt, seen_at: ctx.now(), percent })
  }
  try {
    await report(0)
    const place = archiveFolder(ctx.config, folder)
    const made = backupName('scene', startedAt)
    const backup = await createBackup({ ...ctx, report }, place.archive(made))
    await noteBackup(ctx, startedAt, null)
    await noteBackupByHand(ctx.db, ctx.now(), { memberId: operatorId }, backup)
    await keepNewest(place, made, kept)
  } catch (error) {
    // A scheduled backup that is being made will do.
    if (error instanceof BackupUnderWay) return
    ctx.logger.error({ err: error }, 'the backup that an operator asked for failed')
    await noteBackup(ctx, ctx.now(), messageOf(error))
  } finally {
    await deleteRun(ctx.db)
  }
}
