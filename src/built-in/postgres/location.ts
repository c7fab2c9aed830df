import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOf } from '#shared/thrown.ts'
import { EmbeddedDatabaseError, FolderInUseError } from '#built-in/postgres/embedded-error.ts'
import {
  canEnter,
  giveTo,
  isRoot,
  unprivilegedUser,
  userOf,
  type RunUser,
} from '#built-in/postgres/run-user.ts'

/** Where the database really is and which account owns it (null: our own). */
export interface ClusterLocation {
  dataDir: string
  cluster: string
  user: RunUser | null
}

/** The cluster of a data folder: PostgreSQL's own files, apart from ours beside them. */
export function clusterOf(dataDir: string): string {
  return join(dataDir, 'cluster')
}

/**
 * The wanted folder if the account of the server can enter it, else a folder named after it below
 * `reachableRoot`. Once a cluster exists it stays where it is, under the account that owns it, so that a
 * change of modes or of the starting user never shows an empty database instead of the old one.
 */
export async function choosePlace(
  wanted: string,
  reachableRoot: string,
  log: (message: string) => void,
): Promise<ClusterLocation> {
  makeFolder(resolve(wanted))
  const dataDir = realpathSync(resolve(wanted))
  const elsewhere = join(reachableRoot, shortHash(dataDir))
  if (existsSync(clusterOf(dataDir))) return existing(dataDir, log)
  if (existsSync(clusterOf(elsewhere))) {
    log(`The database of ${dataDir} is kept in ${elsewhere}, where an earlier start as root put it.`)
    return existing(elsewhere, log)
  }
  if (!isRoot()) return { dataDir, cluster: clusterOf(dataDir), user: null }

  const user = unprivilegedUser()
  if (await canEnter(user, dataDir)) return { dataDir, cluster: clusterOf(dataDir), user }
  makeFolder(elsewhere)
  await requireEntry(user, elsewhere)
  log(
    `The database is kept in ${elsewhere}, not in ${dataDir}: PostgreSQL does not run as root, ` +
      `and the user ${user.name} cannot enter that folder.`,
  )
  return { dataDir: elsewhere, cluster: clusterOf(elsewhere), user }
}

/** Twelve hexadecimal digits that stand for a path. */
export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

async function existing(dataDir: string, log: (message: string) => void): Promise<ClusterLocation> {
  const cluster = clusterOf(dataDir)
  if (process.platform === 'win32') return { dataDir, cluster, user: null }
  const owner = statSync(cluster)
  if (!isRoot()) {
    if (owner.uid === process.getuid?.()) return { dataDir, cluster, user: null }
    const { name } = userOf(owner.uid, owner.gid)
    throw new EmbeddedDatabaseError(
      `The database in ${cluster} belongs to the user ${name}: start Scene as that user or as root, ` +
        'or choose another SCENE_DATA_DIR.',
    )
  }
  const user = owner.uid === 0 ? unprivilegedUser() : userOf(owner.uid, owner.gid)
  await requireEntry(user, dataDir)
  if (owner.uid === 0) {
    log(`The database in ${cluster} belongs to root (a restored copy?): giving it to the user ${user.name}.`)
    giveTreeTo(user, cluster)
  }
  return { dataDir, cluster, user }
}

async function requireEntry(user: RunUser, folder: string): Promise<void> {
  if (await canEnter(user, folder)) return
  throw new EmbeddedDatabaseError(
    `The user ${user.name}, as which the database runs because PostgreSQL refuses root, cannot enter ${folder}: ` +
      'allow it (chmod o+x on the folders above), start Scene as an ordinary user, or set DATABASE_URL.',
  )
}

function giveTreeTo(user: RunUser, folder: string): void {
  giveTo(user, folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTreeTo(user, path)
    else giveTo(user, path)
  }
}

/** As root, folders made here can be entered by the server's account whatever the umask. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  // Node's `recursive` tries without end where a file system, such as /proc, lets nobody make folders.
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
    if (isRoot()) chmodSync(folder, 0o755)
  } catch (error) {
    // Another start may have made it.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

interface FolderLock {
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
    throw new FolderInUseError(
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
