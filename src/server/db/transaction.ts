import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'
import { together, type Ask } from './shared-connections.ts'

type Db = Kysely<DB>

/** A statement that was not sent yet. */
export interface Statement<Row = unknown> {
  compile(db: Db): CompiledQuery<Row>
}

/** A statement that is sent with the commit. `hear` gets its rows once the commit is certain. */
export interface LastStatement {
  statement: Statement
  hear?: ((rows: unknown[]) => void) | undefined
}

interface Connection {
  db: Db
  send: Ask
}

/**
 * Plans statements of transactions once, for all values; otherwise PostgreSQL plans some of them each time, which
 * takes as long as all the others together.
 */
const begin = 'begin; set local plan_cache_mode = force_generic_plan'

/** COMMIT answers this when an earlier statement failed. */
const undone = 'ROLLBACK'

/**
 * Creates transactions on connections of `pool`, which pipelines: a statement is sent when it is asked for, so
 * statements of one turn of the event loop share a round trip, including `begin`. PostgreSQL runs them in order, each
 * seeing what the ones before did; when one fails, so do those after it.
 */
export function createTransactions(pool: pg.Pool) {
  const known = new WeakMap<pg.PoolClient, Connection>()

  function connectionOf(client: pg.PoolClient): Connection {
    const found = known.get(client)
    if (found) return found
    const send = together(client)
    const connection = { send, db: onClient({ query: send as pg.ClientBase['query'] }) }
    known.set(client, connection)
    return connection
  }

  /**
   * Runs work in a transaction. When the work is done, `last` answers further statements, which are sent together
   * with the commit.
   */
  return async <T>(work: (db: Db) => Promise<T>, last: () => readonly LastStatement[]): Promise<T> => {
    const client = await pool.connect()
    const { db, send } = connectionOf(client)
    let isLost = true
    try {
      const begun = send(begin)
      // An error of `begin` is reported by the first statement of the work.
      begun.catch(() => {})
      const result = await work(db)
      const lasts = last()
      const ends = [...lasts.map(({ statement }) => statement.compile(db)), { sql: 'commit', parameters: [] }]
      const answers = (await Promise.all(
        ends.map(({ sql, parameters }) => send(sql, parameters)),
      )) as pg.QueryResult[]
      isLost = false
      if (answers.at(-1)?.command === undone)
        throw new Error('a statement of the transaction failed and nobody was told')
      lasts.forEach(({ hear }, at) => hear?.(answers[at]?.rows ?? []))
      return result
    } catch (error) {
      if (isLost)
        await send('rollback').then(
          () => (isLost = false),
          () => {},
        )
      throw error
    } finally {
      client.release(isLost)
    }
  }
}

/** Kysely on a single connection; its statements are part of the connection's transaction. */
export function onClient(client: Pick<pg.ClientBase, 'query'>): Db {
  const one = { query: client.query.bind(client), release: () => undefined }
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => one, end: async () => undefined, options: {} },
    }),
  })
}
