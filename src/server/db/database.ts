import { Kysely, PostgresDialect, type CompiledQuery, type DatabaseConnection } from 'kysely'
import pg from 'pg'
import { minuteMs } from '#shared/durations.ts'
import { isInFailedTransaction, isLostToOthers, watchForFaults } from './database-fault.ts'
import { createPreparedStatements, type StatementTimes } from './prepared-statements.ts'
import { createSharedConnections, planOnce, sharedPoolOptions } from './shared-connections.ts'
import { createTransactions } from './transaction.ts'
import { createReplica, type Replica, type ReplicaOptions } from './replica.ts'
import type { DB } from './schema.ts'

/** The pool or a transaction: queries take either. */
export type Db = Kysely<DB>

export interface Database {
  db: Db
  pool: pg.Pool
  /** For short reads that many requests make at once, each one statement (see `createSharedConnections`). */
  shortReads: Db
  /** For searches: planned once, as short reads are, but each with its own connection. */
  searches: Db
  transactions: ReturnType<typeof createTransactions>
  /** All that the statements of `db`, `shortReads` and `searches` go through. */
  pools: pg.Pool[]
  /** Null when there is no replica. */
  replica: Replica | null
  /** Times of all statements. */
  times: StatementTimes
  close(): Promise<void>
}

/** uuid[], which pg's types do not name. */
const UUID_ARRAY = 2951 as Parameters<typeof pg.types.getTypeParser>[0]

/** An array of ids as the database writes it, without null elements. */
const idsInRow = /^\{[\da-f,-]*\}$/

/**
 * Ids need no quotes, and reading them character by character, as arrays of any type are read, takes forty times as
 * long.
 */
const readIds = (text: string): unknown =>
  idsInRow.test(text)
    ? text.slice(1, -1).split(',').filter(Boolean)
    : pg.types.getTypeParser(UUID_ARRAY)(text)

/** A moment finer than a `Date` can tell, with the text that the database wrote. */
class FinerMoment extends Date {
  readonly text: string
  constructor(moment: Date, text: string) {
    super(moment)
    this.text = text
  }
}

const isFiner = /\.\d{4}/

/** A year of four digits, and a time zone that is whole hours from UTC. */
const isUsual = (text: string) => text[10] === ' ' && /[+-]\d\d$/.test(text)

/** The driver reads any text, and takes twice as long. */
function readMoment(text: string): unknown {
  const read: unknown = isUsual(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`)
    : pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text)
  return read instanceof Date && isFiner.test(text) ? new FinerMoment(read, text) : read
}

/** A moment that was read, as text that no digit is lost in. */
export const momentText = (moment: Date): string =>
  moment instanceof FinerMoment ? moment.text : `${moment.toISOString().slice(0, -1).replace('T', ' ')}+00`

/** Calendar days stay text: `YYYY-MM-DD` has no time zone to shift it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    if (oid === UUID_ARRAY) return readIds
    if (oid === pg.types.builtins.TIMESTAMPTZ) return readMoment
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * A pool with an error handler (a restart of the database must not end the process). Where the database itself is at
 * fault, calls reject with a `DatabaseFault`.
 */
function openPool(
  connection: pg.PoolConfig,
  onLost: (reason: string) => void,
  times: StatementTimes,
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: minuteMs,
    ...connection,
    types,
    application_name: 'scene',
  })
  pool.on('error', (error) => onLost(error.message))
  pool.on('connect', createPreparedStatements(times))
  watchForFaults(pool)
  // A client lost while it is in use rejects its query; without a handler the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const attempts = 4

/**
 * Lets statements be done again that PostgreSQL ended for the sake of others: one by itself has done nothing then. A
 * transaction is over with its statement, and is begun again by whoever began it.
 */
async function doAgain(connection: DatabaseConnection) {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(statement: CompiledQuery) => {
    let first: unknown
    for (let attempt = 1; ; attempt++) {
      try {
        return await execute<Row>(statement)
      } catch (error) {
        if (isInFailedTransaction(error)) throw first ?? error
        if (attempt >= attempts || !isLostToOthers(error)) throw error
        first ??= error
      }
    }
  }
}

/** More searches at once would only slow each other down. */
const searchConnections = 4

/** When the replica does not answer, reads soon go to the primary. */
const replicaTimeouts = { connectionTimeoutMillis: 1000, query_timeout: 5000 }

/** The pool and Kysely on it; with a replica, reads that may lag go there. */
export function openDatabase(
  connection: pg.PoolConfig,
  onLost: (reason: string) => void,
  replicaOptions?: ReplicaOptions,
): Database {
  const times: StatementTimes = { hear: null }
  let isClosing = false
  // The pool reports itself closed before the server has seen its last connections go.
  const lost = (reason: string) => {
    if (!isClosing) onLost(reason)
  }
  const pool = openPool({ ...connection, pipeline: true }, lost, times)
  const replica = replicaOptions
    ? createReplica(
        pool,
        openPool({ ...replicaOptions.connection, ...replicaTimeouts }, lost, times),
        replicaOptions,
      )
    : null
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool, onCreateConnection: doAgain }) })
  // With a replica it is decided for each statement where it goes, so reads have no connections of their own.
  const planningOnce = (options: pg.PoolConfig) =>
    replica ? null : openPool({ ...connection, ...options }, lost, times).on('connect', planOnce)
  const sharedPool = planningOnce(sharedPoolOptions)
  const shared = sharedPool && createSharedConnections(sharedPool, pool)
  const searchPool = planningOnce({ max: searchConnections })
  return {
    db,
    pool,
    transactions: createTransactions(pool),
    shortReads: shared ? new Kysely<DB>({ dialect: new PostgresDialect({ pool: shared }) }) : db,
    searches: searchPool ? new Kysely<DB>({ dialect: new PostgresDialect({ pool: searchPool }) }) : db,
    pools: [pool, sharedPool, searchPool].filter((one) => one !== null),
    replica,
    times,
    async close() {
      isClosing = true
      await replica?.close()
      await shared?.end()
      await searchPool?.end()
      await db.destroy()
    },
  }
}
