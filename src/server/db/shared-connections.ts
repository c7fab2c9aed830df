import type { Socket } from 'node:net'
import type pg from 'pg'
import { isDatabaseGone, sqlState } from './database-fault.ts'

/** With fewer connections more statements share a system call; with more, fewer wait behind a slow one. */
const connections = 4

/** How many statements of one turn of the event loop share a connection, a system call and a wake-up. */
const maxOfTurn = 8

/** A slower statement would hold up those behind it, so it is repeated on a connection of its own. */
const maxStatementMs = 1000

/** The most rows of a short read, with the one that tells whether there are more. */
const maxShortRead = 201

/** Chooses the connections for a read of so many rows: thousands of rows would hold up short reads. */
export const databaseFor = <Db>(from: { db: Db; shortReads: Db }, rows: number): Db =>
  rows <= maxShortRead ? from.shortReads : from.db

export const sharedPoolOptions = { pipeline: true, max: connections, statement_timeout: maxStatementMs }

/**
 * Sent once on each connection: plan each statement once, for all values. Otherwise PostgreSQL plans statements with
 * a list of ids or a limit each time, which takes several times as long as reading the rows.
 */
export const planOnce = (client: pg.PoolClient) =>
  void client.query('set plan_cache_mode = force_generic_plan').catch(() => {})

/** SQLSTATE query_canceled: a statement exceeded its time limit. */
const tookTooLong = '57014'

export type Ask = (...args: unknown[]) => Promise<unknown>

interface SharedClient {
  query: pg.ClientBase['query']
  /** Ends a turn; the connection stays open. */
  release(): void
  close(): void
}

/** Sends all statements of one turn of the event loop on a connection with one system call. */
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
 * A few connections that many requests share: statements are sent while others wait for their rows, so that one
 * system call carries several and PostgreSQL wakes once for them. Only for short reads of a single statement. `pool`
 * must pipeline; statements that are slow or whose connection is lost are repeated on `alone`.
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
          else if (sqlState(error) !== tookTooLong) throw error
          return query(...args)
        }
      }) as pg.ClientBase['query'],
      release() {},
    }
  }

  return {
    options: pool.options,
    /** The part of a pool that Kysely's dialect uses. */
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
