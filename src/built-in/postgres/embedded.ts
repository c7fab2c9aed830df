import { existsSync } from 'node:fs'

import { chooseAddress, leaveAddress } from '#built-in/postgres/address.ts'
import {
  clusterPassword,
  createCluster,
  requireSameMajor,
  writeSettings,
} from '#built-in/postgres/cluster.ts'
import { EmbeddedDatabaseError, messageOf } from '#built-in/postgres/embedded-error.ts'
import { choosePlace, clusterOf } from '#built-in/postgres/location.ts'
import { lockFolder } from '#built-in/postgres/lock.ts'
import { packageFolder, prepareBinaries } from '#built-in/postgres/platform.ts'
import { stopLeftover } from '#built-in/postgres/postmaster.ts'
import { rotateLog } from '#built-in/postgres/readiness.ts'
import { type Connection, ensureDatabase } from '#built-in/postgres/roles.ts'
import { type SupervisedServer, superviseServer } from '#built-in/postgres/server.ts'

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
  /** Name of the database, `scene` unless given. */
  database?: string
  /** Root only: where the data goes if the server's account cannot enter `dataDir`. */
  reachableRoot?: string
  /** The folder of the platform's package with the PostgreSQL programs. */
  packageDir?: string
}

const ROLE = 'scene'

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
      `The built-in database cannot start on ${options.dataDir}: ${messageOf(error)}. ` +
        'Repair that, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
}

async function start(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, database = 'scene', reachableRoot = '/var/lib/scene' } = options
  const packageDir = options.packageDir ?? packageFolder()
  const place = await choosePlace(dataDir, reachableRoot, log)
  const lock = lockFolder(`${clusterOf(place.dataDir)}.lock`, place.user)
  let server: SupervisedServer | undefined
  try {
    const binaries = await prepareBinaries({ packageDir, dataDir: place.dataDir, user: place.user, log })
    const isNew = !existsSync(place.cluster)
    if (!isNew) {
      requireSameMajor(place.cluster, binaries)
      await stopLeftover({ place, binaries, log })
    }
    const password = clusterPassword(place)
    if (isNew) await createCluster(place, binaries)
    const address = await chooseAddress(place.cluster, place.user)
    writeSettings(place, address)
    rotateLog(place.dataDir)
    server = await superviseServer({ place, binaries, log })
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
