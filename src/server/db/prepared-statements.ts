import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { DatabaseFault, sqlState } from './database-fault.ts'

/** Statements beyond this many are parsed and planned each time. */
const maxNames = 400

/** A statement with more values writes many rows, and its text depends on their number. */
const maxValues = 100

/**
 * The connection is not the one of before: SQLSTATE invalid_sql_statement_name, duplicate_prepared_statement, or
 * protocol_violation, where a statement of that name takes other values.
 */
export const isOtherConnection = (error: unknown): boolean =>
  ['26000', '42P05'].includes(sqlState(error) ?? '') ||
  (error instanceof DatabaseFault && error.reason === '08P01')

/** SQLSTATE feature_not_supported: the tables of a prepared statement have changed since. */
const planChanged = '0A000'

/**
 * Whether prepared statements last as long as a client is connected. A pooler may give the connection of a client to
 * others between transactions, and only some take its prepared statements along.
 */
export const keepsStatements = <T>(db: Kysely<T>): Promise<boolean> =>
  db.connection().execute((one) =>
    db.connection().execute(async (other) => {
      const word = randomUUID()
      const statement = sql<{ answer: string }>`select ${word}::text as answer`
      try {
        await statement.execute(one)
        // Takes the connection that was in use just now, where it is shared.
        await sql`begin`.execute(other)
        const { rows } = await statement.execute(one)
        return rows[0]?.answer === word
      } catch (error) {
        if (isOtherConnection(error)) return false
        throw error
      } finally {
        await sql`rollback`.execute(other)
      }
    }),
  )

type Query = (text: unknown, values?: unknown, callback?: unknown) => Promise<unknown> | undefined

/** Gets the time of each statement, when somebody wants to know. */
export interface StatementTimes {
  hear: ((name: string, seconds: number) => void) | null
}

const maxLabels = 2000
const verb = /\b(select|insert|update|delete|copy|call|notify|listen)\b/i
const named = /\b(?:from|into|update)\s+"?([a-z_]+)/i

/**
 * A label for a statement, such as `select logs`: its verb and first table. Texts of statements are limited in
 * number, as all are written here.
 */
const statementLabel = (text: string): string =>
  `${verb.exec(text)?.[1]?.toLowerCase() ?? 'other'} ${named.exec(text)?.[1]?.toLowerCase() ?? ''}`.trimEnd()

/**
 * Makes a connection's `query` report how long each statement takes. It costs a look at the clock or two, and nothing
 * while nobody listens.
 */
function timed(query: Query, times: StatementTimes, labels: Map<string, string>): Query {
  const labelOf = (text: string) => {
    const known = labels.get(text)
    if (known !== undefined) return known
    const label = statementLabel(text)
    if (labels.size < maxLabels) labels.set(text, label)
    return label
  }
  return (given, values, callback) => {
    const { hear } = times
    const text = typeof given === 'string' ? given : (given as { text?: unknown }).text
    // A stream (COPY) takes as long as its reader, so it is not measured.
    const isStream = typeof given === 'object' && given !== null && 'submit' in given
    if (!hear || isStream || typeof text !== 'string') return query(given, values, callback)
    const began = performance.now()
    const end = () => hear(labelOf(text), (performance.now() - began) / 1000)
    const ending = (after: unknown) =>
      typeof after === 'function'
        ? (...results: unknown[]) => {
            end()
            after(...results)
          }
        : after
    const answer = query(given, ending(values), ending(callback))
    // Calls with a callback return no promise.
    answer?.then(end, end)
    return answer
  }
}

/**
 * Gives each statement with parameters a name, by which PostgreSQL keeps it parsed and planned on every connection:
 * for short statements that saves more than half of the cost. Answers a function to be called with each new
 * connection of a pool.
 */
export function createPreparedStatements(times: StatementTimes): (client: pg.PoolClient) => void {
  const names = new Map<string, string>()
  const labels = new Map<string, string>()
  let made = 0

  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    const known = names.get(text)
    if (known || names.size >= maxNames || values.length > maxValues) return known
    return rename(text)
  }

  function rename(text: string): string {
    const name = `s${(made += 1)}`
    names.set(text, name)
    return name
  }

  return (client) => {
    const query = client.query.bind(client) as Query
    /**
     * Uses a callback: in the driver's own promises a statement and its answer refer to each other, so V8 keeps the
     * rows until a full collection.
     */
    const send = (config: unknown, values?: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        const end = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result))
        void query(config, values, end)
      })
    const asked: Query = (text, values, callback) => {
      // Streams (COPY) are passed on unchanged.
      if (callback || typeof values === 'function' || typeof text !== 'string')
        return query(text, values, callback)
      const name = Array.isArray(values) && values.length > 0 ? nameOf(text, values) : undefined
      if (!name) return send(text, values)
      return send({ name, text, values }).catch((error: unknown) => {
        if (sqlState(error) !== planChanged) throw error
        return send({ name: rename(text), text, values })
      })
    }
    Object.assign(client, { query: timed(asked, times, labels) })
  }
}
