import type { Socket } from 'node:net'
import pg from 'pg'
import { isDatabaseGone } from './database-fault.ts'

/** Of fewer more statements share a system call; of more fewer wait behind a long one. */
const connections = 4

/** So many statements of one turn of the event loop go over the same connection, in one system call and one wake-up. */
const maxOfTurn = 8

/** A statement that takes longer stands in the way of those behind it, and goes on alone. */
const maxStatementMs = 1000

/** Rows at most that a short read answers, and one that tells whether there are more. */
const maxShortRead = 201

/** Where so many rows are read: thousands of them would stand in the way of short reads. */
export const databaseFor = <Db>(from: { db: Db; shortReads: Db }, rows: number): Db =>
  rows <= maxShortRead ? from.shortReads : from.db

/** What their pool is made with. */
export const sharedPoolOptions = { pipeline: true, max: connections, statement_timeout: maxStatementMs }

/**
 * Said once to each connection: a statement is planned once, for any values. Else PostgreSQL plans one that names a list
 * of ids or a limit anew each time, which takes several times as long as reading the rows.
 */
export const planOnce = (client: pg.PoolClient) =>
  void client.query('set plan_cache_mode = force_generic_plan').catch(() => {})

/** query_canceled: what a statement gets that took longer than it may. */
const tookTooLong = '57014'

export type Ask = (...args: unknown[]) => Promise<unknown>

interface SharedClient {
  query: pg.ClientBase['query']
  /** Of a turn: the connection stays. */
  release(): void
  close(): void
}

/** Makes the statements of a connection that are asked for in one turn of the event loop leave in one system call. */
export function together(client: pg.PoolClient): Ask {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const send = client.query.bind(client) as unknown as Ask
  let isHeld = false
  return (...args) => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      setImmediate(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return send(...args)
  }
}

/**
 * A few connections on which many requests ask at once: a statement is sent while others wait for their rows, so that
 * one system call carries several and PostgreSQL wakes once for them. For short reads only, each a statement of its own.
 * `pool` pipelines; what it cannot do, since it is slow or its connection is lost, `alone` does.
 */
export function createSharedConnections(pool: pg.Pool, alone: pg.Pool) {
  const query = alone.query.bind(alone) as unknown as Ask
  const open = new Map<number, Promise<SharedClient>>()
  let place = 0
  let asked = 0
  const endTurn = () => void (asked = 0)

  function placeOfTurn(): number {
    if (asked === 0) setImmediate(endTurn)
    if (asked % maxOfTurn === 0) place = (place + 1) % connections
    asked += 1
    return place
  }

  async function connect(at: number): Promise<SharedClient> {
    const client = await pool.connect()
    const send = together(client)
    let isLost = false
    const close = () => {
      if (isLost) return
      isLost = true
      open.delete(at)
      client.release(true)
    }
    client.on('error', close)
    client.on('end', close)
    return {
      close,
      query: (async (...args: unknown[]) => {
        try {
          return await send(...args)
        } catch (error) {
          if (isDatabaseGone(error)) close()
          else if (!(error instanceof pg.DatabaseError && error.code === tookTooLong)) throw error
          return query(...args)
        }
      }) as pg.ClientBase['query'],
      release() {},
    }
  }

  return {
    options: pool.options,
    /** What a dialect of Kysely asks its pool for. */
    async connect() {
      const at = placeOfTurn()
      let client = open.get(at)
      if (!client) {
        client = connect(at)
        open.set(at, client)
        client.catch(() => open.delete(at))
      }
      return client
    },
    async end() {
      const all = await Promise.allSettled(open.values())
      for (const one of all) if (one.status === 'fulfilled') one.value.close()
      await pool.end()
    },
  }
}
