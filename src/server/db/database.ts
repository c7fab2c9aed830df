import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { watchForFaults } from './database-fault.ts'
import { createPreparedStatements } from './prepared-statements.ts'
import type { DB } from './schema.ts'

/** The pool or a transaction: queries take either. */
export type Db = Kysely<DB>

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Calendar days stay text: `YYYY-MM-DD` has no time zone to shift it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.DATE ? (value: string) => value : pg.types.getTypeParser(oid, format),
}

/**
 * A pool with an error handler (a restart of the database must not end the process) and Kysely on it. Where the
 * database itself is at fault, calls reject with a `DatabaseFault`.
 */
export function openDatabase(connection: pg.PoolConfig, onLost: (reason: string) => void): Database {
  const pool = new pg.Pool({
    ...connection,
    types,
    application_name: 'scene',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', (error) => onLost(error.message))
  pool.on('connect', createPreparedStatements())
  watchForFaults(pool)
  // A client lost while it is in use rejects its query; without a handler the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
