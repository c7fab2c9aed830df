import type { Db } from '#server/db/database.ts'
import { isDamaged } from '#server/db/database-fault.ts'
import { BackupError } from './backup-error.ts'
import { countByIndex, countWholeRows, selectTables, withoutLimits } from './backup.queries.ts'

/**
 * @throws BackupError where an index of the table names more rows than were read of it: a file that was cut where a
 * block ends reads as a shorter table, without an error
 */
export async function requireAllRows(db: Db, table: string, read: number): Promise<void> {
  const named = await countByIndex(db, table)
  if (named > read)
    throw new BackupError(
      `The database is damaged: the table ${table} has ${read} rows, and its index names ${named}. ` +
        'Look at the disk, and restore the last good backup into an empty database.',
    )
}

/**
 * Reads every row of every table and compares their number with that of an index; answers how many were read, and a
 * sentence for each table of which some are lost or cannot be read.
 */
export async function findLostRows(db: Db): Promise<{ read: number; lost: string[] }> {
  const found = { read: 0, lost: [] as string[] }
  for (const { name } of await selectTables(db))
    try {
      found.read += await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (snapshot) => {
          await withoutLimits(snapshot)
          const read = await countWholeRows(snapshot, name)
          const named = await countByIndex(snapshot, name)
          if (named !== read) found.lost.push(`${name} has ${read} rows, and its index names ${named}`)
          return read
        })
    } catch (error) {
      if (!isDamaged(error)) throw error
      found.lost.push(`${name}: ${error.message}`)
    }
  return found
}
