import pg from 'pg'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '#shared/durations.ts'
import { chooseAddress, leaveAddress } from '#built-in/postgres/address.ts'
import {
  clusterPassword,
  createCluster,
  requireSameMajor,
  SUPERUSER,
  writeSettings,
  writtenMajor,
} from '#built-in/postgres/cluster.ts'
import { codeOf, messageOf } from '#shared/thrown.ts'
import {
  EmbeddedDatabaseError,
  FolderInUseError,
  FREE_ROOM,
  RESTORE_ELSEWHERE,
} from '#built-in/postgres/embedded-error.ts'
import { choosePlace, clusterOf, lockFolder } from '#built-in/postgres/location.ts'
import { packageFolder, packageMajor, prepareBinaries } from '#built-in/postgres/platform.ts'
import { refuseStray, rotateLog, runningAddress, stopLeftover } from '#built-in/postgres/postmaster.ts'
import { superviseServer, type SupervisedServer } from '#built-in/postgres/server.ts'

/** The built-in PostgreSQL, running as a child process. */
export interface EmbeddedDatabase {
  /** For `pg.Pool`. Stays valid when the server has to be started again, so pools reconnect by themselves. */
  connection: Connection
  /** Where the data really is: another folder than the wanted one if the server's account cannot enter that. */
  dataDir: string
  /** True if this start created the database. */
  isNew: boolean
  /** Stops the server (close the pools first) and frees the folder. May be called again. */
  stop: () => Promise<void>
  /**
   * Called once if the server ended by itself and could not be started again for ten minutes, or its folder is
   * gone. Shorter failures are only logged.
   */
  onExit: (listener: () => void) => void
}

export interface EmbeddedDatabaseOptions {
  /** The folder for the database, its password, settings and log; created if missing. */
  dataDir: string
  log: (message: string) => void
  /** Hears in the place of `log` when the server ended by itself, and why it does not start again. */
  warn?: (message: string) => void
  /** Name of the database, `scene` unless given. */
  database?: string
  /** Root only: where the data goes if the server's account cannot enter `dataDir`. */
  reachableRoot?: string
  /** The folder of the platform's package with the PostgreSQL programs. */
  packageDir?: string
}

const ROLE = 'scene'
const DATABASE = 'scene'
const REACHABLE_ROOT = '/var/lib/scene'

/**
 * Starts the built-in PostgreSQL on the folder, creating the database at first, and resolves when it accepts
 * connections. Throws EmbeddedDatabaseError, with a sentence for the operator, if it cannot; nothing of it
 * runs then.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  try {
    return await start(options)
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error
    throw new EmbeddedDatabaseError(
      `The built-in database cannot start on ${options.dataDir}: ${messageOf(error)}. ${wayOut(codeOf(error))}`,
      { cause: error },
    )
  }
}

/** What to do about a start that failed with this code. */
function wayOut(code: string | undefined): string {
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === DISK_FULL) return FREE_ROOM
  if (code === 'EROFS') return 'Mount that disk so that it can be written, or choose another SCENE_DATA_DIR.'
  const repair = code === WRONG_PASSWORD ? 'Put the file "password" of that folder back' : 'Repair that'
  return `${repair}, ${RESTORE_ELSEWHERE}, or set DATABASE_URL to a PostgreSQL server.`
}

/** How long whoever has the folder may take to start its server. */
const JOIN_MS = minuteMs

/**
 * The same for a short piece of work: beside a Scene that runs on the folder its server is used, and left running.
 * Throws EmbeddedDatabaseError where there is no such server within a minute.
 */
export async function useEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<Pick<EmbeddedDatabase, 'connection' | 'stop'>> {
  const end = Date.now() + JOIN_MS
  for (;;) {
    try {
      return await startEmbeddedDatabase(options)
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error
      const connection = await runningConnection(options)
      if (connection) return { connection, stop: async () => undefined }
      if (Date.now() > end) throw error
      await sleep(JOIN_POLL_MS)
    }
  }
}

const JOIN_POLL_MS = 100

async function runningConnection(options: EmbeddedDatabaseOptions): Promise<Connection | null> {
  const { dataDir, log, database = DATABASE, reachableRoot = REACHABLE_ROOT } = options
  const place = await choosePlace(dataDir, reachableRoot, log)
  const address = runningAddress(place.cluster)
  return address && { ...address, user: ROLE, password: clusterPassword(place), database }
}

/**
 * The major versions of PostgreSQL that wrote the folder, null where there is no database yet, and that the package
 * brings. Nothing is started. Throws EmbeddedDatabaseError where one of them cannot be told.
 */
export async function majorsOf({
  dataDir,
  log,
  reachableRoot = REACHABLE_ROOT,
  packageDir,
}: EmbeddedDatabaseOptions): Promise<{ written: number | null; brought: number }> {
  const { cluster } = await choosePlace(dataDir, reachableRoot, log)
  return {
    written: existsSync(cluster) ? writtenMajor(cluster) : null,
    brought: packageMajor(packageDir ?? packageFolder()),
  }
}

async function start(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, warn = log, database = DATABASE, reachableRoot = REACHABLE_ROOT } = options
  const packageDir = options.packageDir ?? packageFolder()
  const place = await choosePlace(dataDir, reachableRoot, log)
  const lock = lockFolder(`${clusterOf(place.dataDir)}.lock`, place.user)
  let server: SupervisedServer | undefined
  try {
    const binaries = await prepareBinaries({ packageDir, dataDir: place.dataDir, user: place.user, log })
    const isNew = !existsSync(place.cluster)
    if (!isNew) {
      requireSameMajor(place.cluster, binaries)
      await stopLeftover({ place, binaries, log, warn })
    }
    refuseStray(place.cluster)
    const password = clusterPassword(place)
    if (isNew) await createCluster(place, binaries)
    const address = await chooseAddress(place.cluster, place.user)
    writeSettings(place, address)
    rotateLog(place.dataDir)
    server = await superviseServer({ place, binaries, log, warn })
    const connection = { host: address.host, port: address.port, user: ROLE, password, database }
    await ensureDatabase(connection, isNew)

    const { stop, onExit } = server
    let stopped: Promise<void> | undefined
    return {
      connection,
      dataDir: place.dataDir,
      isNew,
      stop: () => {
        stopped ??= stop().finally(() => {
          leaveAddress(address, place.cluster)
          lock.release()
        })
        return stopped
      },
      onExit,
    }
  } catch (error) {
    await server?.stop()
    lock.release()
    throw error
  }
}

/** Fits `pg.PoolConfig`; `host` is a folder when the server listens on a socket. */
interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

const NO_SUCH_DATABASE = '3D000'
const WRONG_PASSWORD = '28P01'
const DISK_FULL = '53100'

/**
 * Makes sure that the connection works: on a new cluster, or one whose first start was cut short, creates
 * Scene's role and database. The role owns its database and may create others, as a hosted PostgreSQL would
 * allow, but is no superuser, so a hole in a query is not a hole in the machine.
 */
async function ensureDatabase(connection: Connection, isNew: boolean): Promise<void> {
  if (!isNew) {
    try {
      await withClient(connection, async () => undefined)
      return
    } catch (error) {
      const code = codeOf(error)
      if (code !== NO_SUCH_DATABASE && code !== WRONG_PASSWORD) throw error
    }
  }
  await withClient({ ...connection, user: SUPERUSER, database: 'postgres' }, async (client) => {
    const role = client.escapeIdentifier(connection.user)
    const attributes = `LOGIN CREATEDB PASSWORD ${client.escapeLiteral(connection.password)}`
    const roles = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [connection.user])
    await client.query(`${roles.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} ${attributes}`)
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      connection.database,
    ])
    if (databases.rowCount === 0) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(connection.database)} OWNER ${role}`)
    }
  })
}

async function withClient(connection: Connection, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection)
  // A server that dies meanwhile also rejects the query under way; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
