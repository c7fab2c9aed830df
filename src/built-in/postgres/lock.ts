import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { EmbeddedDatabaseError } from '#built-in/postgres/embedded-error.ts'
import { type RunUser, giveTo } from '#built-in/postgres/run-user.ts'

export interface FolderLock {
  release(): void
}

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6

/**
 * Makes this process the only Scene on the folder, until released or dead. Node has no file locks of its own,
 * so an empty SQLite file is held exclusively: the system frees it with the process however that ends, so
 * unlike a file with a process id it cannot go stale, and it also holds between containers that share a
 * volume and inside one process.
 * Throws EmbeddedDatabaseError if another holds it.
 */
export function lockFolder(file: string, user: RunUser | null): FolderLock {
  // Only ever opened through SQLite: closing any other descriptor of the file would drop this process's lock.
  const holder = new DatabaseSync(file, { timeout: 300 })
  try {
    chmodSync(file, 0o600)
    giveTo(user, file)
    holder.exec('PRAGMA journal_mode = MEMORY')
    holder.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    holder.close()
    if (!isBusy(error)) throw error
    throw new EmbeddedDatabaseError(
      'Another Scene is already running on this data folder: stop it first, or choose another SCENE_DATA_DIR ' +
        `(held: ${file}).`,
      { cause: error },
    )
  }
  return {
    release: () => {
      if (holder.isOpen) holder.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    (error.errcode === SQLITE_BUSY || error.errcode === SQLITE_LOCKED)
  )
}
