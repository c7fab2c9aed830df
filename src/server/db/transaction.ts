import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'
import { together, type Ask } from './shared-connections.ts'

type Db = Kysely<DB>

/** A query that is not asked yet. */
export interface Statement<Row = unknown> {
  compile(db: Db): CompiledQuery<Row>
}

/** What is asked with the commit. `hear` is called with its rows once the commit is certain. */
export interface LastStatement {
  statement: Statement
  hear?: ((rows: unknown[]) => void) | undefined
}

interface Connection {
  db: Db
  send: Ask
}

/**
 * Statements of transactions are planned once, for any values: PostgreSQL would else plan some of them each time, for as
 * long as all the others take.
 */
const begin = 'begin; set local plan_cache_mode = force_generic_plan'

/** What COMMIT answers where a statement before it failed. */
const undone = 'ROLLBACK'

/**
 * Transactions on connections of `pool`, which pipelines: a statement leaves when it is asked for, so those that are
 * asked in one turn of the event loop share a round trip, `begin` among them. PostgreSQL does them in the order in which
 * they were asked, each seeing what the ones before it did; when one fails, so do those behind it.
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
   * Runs work in a transaction. `last` tells, once the work is done, what else is to be written; that leaves together
   * with the commit.
   */
  return async <T>(work: (db: Db) => Promise<T>, last: () => readonly LastStatement[]): Promise<T> => {
    const client = await pool.connect()
    const { db, send } = connectionOf(client)
    let isLost = true
    try {
      const begun = send(begin)
      // Told by the first statement of the work.
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

/** Queries on one connection, whose transactions what else is asked there is part of. */
export function onClient(client: Pick<pg.ClientBase, 'query'>): Db {
  const one = { query: client.query.bind(client), release: () => undefined }
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => one, end: async () => undefined, options: {} },
    }),
  })
}
