import pg from 'pg'
import { codeOf } from '#shared/thrown.ts'

/**
 * `full`: its disk is full. `read-only`: it accepts reads only. `gone`: there is no connection, or the server does
 * not serve it.
 */
type Kind = 'full' | 'read-only' | 'gone'

/** The database cannot do its work right now; nothing is wrong with the statement. */
export class DatabaseFault extends Error {
  readonly kind: Kind
  /** SQLSTATE or the code of a system call, where the driver gave one. */
  readonly reason: string | undefined
  /** graphile-worker retries after this code, and ends the process after any unknown one. */
  readonly code = 'ETIMEDOUT'

  constructor(kind: Kind, cause: Error) {
    super(cause.message, { cause })
    this.name = 'DatabaseFault'
    this.kind = kind
    this.reason = codeOf(cause)
  }
}

export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof DatabaseFault && error.kind === 'gone'

/** The SQLSTATE of an error of PostgreSQL. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** serialization_failure and deadlock_detected: PostgreSQL ended what asked in favour of others, to be asked again. */
export const isLostToOthers = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

/** The constraint or the unique index that a statement violated. */
export const violated = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined

/** foreign_key_violation: what a row refers to does not exist, or was deleted meanwhile. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'

/** in_failed_sql_transaction: an earlier statement of the transaction failed, and only that error says why. */
export const isInFailedTransaction = (error: unknown): boolean => sqlState(error) === '25P02'

/** The role lacks the privilege for a statement. */
export const isRefused = (error: unknown): boolean => sqlState(error) === '42501'

/** Files of the database are not what it wrote: blocks that cannot be read, files that are not there. */
export const isDamaged = (error: unknown): error is pg.DatabaseError =>
  ['XX001', 'XX002', '58P01'].includes(sqlState(error) ?? '')

/** Of SQLSTATE: connection exceptions, resources used up, stopped by the operator, faults of its system. */
const goneStates = /^(08|53|57P|58)/

function kindOf(error: Error): Kind | null {
  if (!(error instanceof pg.DatabaseError)) {
    // The driver's own connection errors are plain Errors; a TypeError is about values that it cannot send.
    return error.constructor === Error || error instanceof AggregateError ? 'gone' : null
  }
  const { code = '', severity = '' } = error
  if (code === '53100') return 'full'
  if (code === '25006') return 'read-only'
  return goneStates.test(code) || severity === 'FATAL' || severity === 'PANIC' ? 'gone' : null
}

/** The error itself, or a `DatabaseFault` where it is one of the database, to be thrown in its place. */
export function withFault(error: unknown): unknown {
  const kind = error instanceof Error && !(error instanceof DatabaseFault) ? kindOf(error) : null
  return kind ? new DatabaseFault(kind, error as Error) : error
}

function rethrow(error: unknown): never {
  throw withFault(error)
}

type Call = (...args: unknown[]) => unknown

/**
 * Wraps methods so that their promises reject with a `DatabaseFault` when the database is at fault. Callbacks get the
 * original error.
 */
function watch<Name extends string>(owner: Record<Name, unknown>, ...names: Name[]) {
  for (const name of names) {
    const call = (owner[name] as Call).bind(owner)
    const watched: Call = (...args) => {
      const result = call(...args)
      return result instanceof Promise ? result.catch(rethrow) : result
    }
    Object.assign(owner, { [name]: watched })
  }
}

/**
 * Makes everything that goes through a pool and its clients distinguish faults of the database from those of a
 * statement.
 */
export function watchForFaults(pool: pg.Pool): void {
  watch(pool, 'connect', 'query')
  pool.on('connect', (client) => watch(client, 'query'))
}

/** Connects a client outside of a pool. @throws DatabaseFault */
export const connectClient = (client: pg.Client): Promise<unknown> => client.connect().catch(rethrow)
