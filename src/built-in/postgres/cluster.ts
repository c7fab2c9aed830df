import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import type { Address } from '#built-in/postgres/address.ts'
import { messageOf } from '#shared/thrown.ts'
import { EmbeddedDatabaseError, RESTORE_ELSEWHERE } from '#built-in/postgres/embedded-error.ts'
import type { ClusterLocation } from '#built-in/postgres/location.ts'
import { SERVER_ENV, type Binaries } from '#built-in/postgres/platform.ts'
import { giveTo, requireAccountEntry, spawnIdentity } from '#built-in/postgres/run-user.ts'

/** The owner of everything at start; only the set-up uses it. It has the same password as Scene's role. */
export const SUPERUSER = 'postgres'

const UNFINISHED = 'unfinished'
const MEBIBYTE = 1024 * 1024

/** The major version of PostgreSQL that wrote a cluster. Throws EmbeddedDatabaseError where it cannot be told. */
export function writtenMajor(cluster: string): number {
  const file = join(cluster, 'PG_VERSION')
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (/^\d+$/.test(text)) return Number(text)
  throw new EmbeddedDatabaseError(
    `The database in ${cluster} is damaged: PG_VERSION is missing or holds no version. Repair that, or ${RESTORE_ELSEWHERE}.`,
  )
}

/** Throws unless the cluster was written by this major version of PostgreSQL. */
export function requireSameMajor(cluster: string, binaries: Binaries): void {
  const written = writtenMajor(cluster)
  if (written === binaries.major) return
  throw new EmbeddedDatabaseError(
    `The database in ${cluster} was written by PostgreSQL ${written} and this Scene brings PostgreSQL ` +
      `${binaries.major}, which cannot open it: ${RESTORE_ELSEWHERE}, ` +
      `or set DATABASE_URL to a PostgreSQL ${written} server that holds the data.`,
  )
}

/** The password of the cluster, from its file (0600); made for a new cluster. */
export function clusterPassword(place: ClusterLocation): string {
  const file = join(place.dataDir, 'password')
  if (existsSync(file)) {
    const password = readFileSync(file, 'utf8').trim()
    if (password !== '') return password
  }
  if (existsSync(place.cluster)) {
    throw new EmbeddedDatabaseError(
      `The password of the database is missing (${file}): put the file back, or ${RESTORE_ELSEWHERE}.`,
    )
  }
  const password = randomBytes(32).toString('base64url')
  writeDurably(file, `${password}\n`, 0o600)
  giveTo(place.user, file)
  return password
}

/**
 * Makes the cluster. It appears under its name only when complete, so a start that was killed half-way leaves
 * nothing that could be taken for a database.
 */
export async function createCluster(place: ClusterLocation, binaries: Binaries): Promise<void> {
  requireAccountEntry(place.user)
  removeUnfinished(place)
  // A name of its own: the initdb of a start that was killed may still be writing to the last one.
  const unfinished = `${place.cluster}.${UNFINISHED}-${randomBytes(4).toString('hex')}`
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(place.user, unfinished)
  // Without the locale a machine with no LANG gets SQL_ASCII. Never ICU: its versions, hence the order of
  // indexes, differ between the platforms' packages.
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = ['-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${join(place.dataDir, 'password')}`]
  try {
    await promisify(execFile)(
      binaries.initdb,
      ['-D', unfinished, ...locale, ...access, '--no-instructions'],
      {
        cwd: place.user ? '/' : place.dataDir,
        env: SERVER_ENV,
        ...spawnIdentity(place.user),
      },
    )
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const reason = messageOf(error).trim().split('\n').slice(1).join(' ') || messageOf(error)
    throw new EmbeddedDatabaseError(
      `The database could not be created in ${place.cluster}: ${reason}. ` +
        'Free space or choose another SCENE_DATA_DIR, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
  appendFileSync(
    join(unfinished, 'postgresql.conf'),
    "\n# Written by Scene at every start; settings below this line win over it.\ninclude '../settings.conf'\n",
  )
  renameSync(unfinished, place.cluster)
  syncFolder(place.dataDir)
}

function removeUnfinished(place: ClusterLocation): void {
  for (const name of readdirSync(place.dataDir)) {
    if (!name.startsWith(`${basename(place.cluster)}.${UNFINISHED}`)) continue
    rmSync(join(place.dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Writes the settings of this start. Without secrets: the server's account must be able to read the file. */
export function writeSettings(place: ClusterLocation, address: Address): void {
  // A copy or a restore may have opened the folder to others, which the server refuses.
  chmodSync(place.cluster, 0o700)
  const text = Object.entries(settings(memoryBytes(), address))
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
  writeDurably(join(place.dataDir, 'settings.conf'), text, 0o644)
}

/** The server's settings for a machine (or container) with that much memory, in bytes. */
export function settings(memory: number, address: Address): Record<string, string> {
  const megabytes = Math.floor(memory / MEBIBYTE)
  return {
    listen_addresses: address.kind === 'loopback' ? address.host : '',
    port: String(address.port),
    unix_socket_directories: address.kind === 'socket' ? address.host : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    // Only touched pages take memory, so this costs nothing while the database is small. Each page of a large one
    // that comes from the system's cache instead is copied, and its checksum computed.
    shared_buffers: `${Math.min(8192, Math.max(128, Math.floor(megabytes / (megabytes < 8192 ? 8 : 4))))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    maintenance_work_mem: '64MB',
    // "try" ends in SIGBUS in containers whose limit of huge pages is below the machine's.
    huge_pages: 'off',
    // Parallel plans pass rows through /dev/shm, which has 64 MB in a container.
    max_parallel_workers_per_gather: '0',
    random_page_cost: '1.1',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements reach Scene as errors; here their texts and details would leave members' data in a file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  }
}

/** What this process may use: the machine's memory or the container's limit. */
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

function writeDurably(file: string, text: string, mode: number): void {
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  const descriptor = openSync(partial, 'wx', mode)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  // Opening applies the umask.
  chmodSync(partial, mode)
  renameSync(partial, file)
}

/** Makes a rename inside the folder survive a power cut. Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
