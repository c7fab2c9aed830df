import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '#shared/thrown.ts'
import { createLocalFolder } from '#server/adapters/archives/local-archives.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { appliedNames, migrationNames } from '#server/db/migrate.ts'
import { BackupError } from './backup-error.ts'
import { hasMembers } from './backup.queries.ts'
import { BackupUnderWay, createBackup } from './backup.service.ts'
import { backupName, keepNewest } from './scheduled-backup.service.ts'

const kept = 2
const pauseMs = 1000

/**
 * Backs up the database before migrations change it, when there are members. Pictures are left out, since migrations
 * do not touch them. Answers the file, or null when no backup was needed.
 * @throws BackupError that says how to go on
 */
export async function backUpBeforeMigrations(
  { beforeMigrations, dataDir }: { beforeMigrations: boolean; dataDir: Config['dataDir'] },
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  now = () => new Date(),
): Promise<string | null> {
  if (!beforeMigrations) return null
  const folder = createLocalFolder(join(dataDir, 'backups'))
  while ((await isOlder(db)) && (await hasMembers(db)))
    try {
      const name = backupName('before-migration', now())
      const { file } = await createBackup({ pool, storage: null, now }, folder.archive(name))
      await keepNewest(folder, name, kept)
      return file
    } catch (error) {
      if (!(error instanceof BackupUnderWay))
        throw new BackupError(
          'Scene has to change the database and could not back it up before, so it changed nothing. ' +
            `${messageOf(error)} ` +
            'Repair that, or set BACKUP_BEFORE_MIGRATIONS=0 to go on without.',
          { cause: error },
        )
      // Another instance may be about to migrate.
      await sleep(pauseMs)
    }
  return null
}

/** A database of a newer Scene is not migrated: a backup of it would only drive out older ones. */
async function isOlder(db: Database['db']): Promise<boolean> {
  const [applied, known] = await Promise.all([appliedNames(db), migrationNames()])
  return applied.length > 0 && applied.length < known.length && applied.every((name) => known.includes(name))
}
