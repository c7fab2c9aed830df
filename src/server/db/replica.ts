import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseFault, sqlState } from './database-fault.ts'

const beatMs = 500
const waitMs = 10

export interface ReplicaOptions {
  connection: pg.PoolConfig
  /** Reads go to the primary while the replica may be further behind than this. */
  maxLagMs?: number
  /** Is told when reads start or stop going to the replica. */
  onChange: (isUsed: boolean) => void
}

/** A copy of the database that follows it at some distance. */
export interface Replica {
  /** Runs work whose statements may be answered by the replica, while it is close enough to the primary. */
  read<T>(work: () => T): T
  /** Resolves when the replica has everything committed before the call, or is not used. */
  caughtUp(): Promise<void>
  isUsed(): boolean
  readonly maxLagMs: number
  close(): Promise<void>
}

/** Where the statements of a piece of work go; once at the primary, they stay there. */
interface Scope {
  onReplica: boolean
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs work on the primary, wherever the work around it reads. */
export const onPrimary = <T>(work: () => T): T =>
  scopes.getStore() ? scopes.run({ onReplica: false }, work) : work()

/** From now on the surrounding work stays on the primary, since it writes and must see what it wrote. */
export function stayOnPrimary(): void {
  const scope = scopes.getStore()
  if (scope) scope.onReplica = false
}

type Call = (...args: unknown[]) => Promise<unknown>

/** serialization_failure: what a replica answers when its copying had to remove rows under a statement. */
const conflictWithRecovery = '40001'

/**
 * The statement can only be done by the primary, or failed only because of the replica; nothing of it has happened.
 */
const belongsToPrimary = (error: unknown) =>
  error instanceof DatabaseFault || sqlState(error) === conflictWithRecovery

/**
 * Sends statements within `read` to the replica and all others to the primary, behind the primary's pool, so that
 * queries need not know. A statement that the replica refuses, since it writes, or fails in is sent to the primary.
 */
function routeReads(primary: pg.Pool, replica: pg.Pool, isFresh: () => boolean) {
  const connectPrimary = primary.connect.bind(primary) as Call
  const queryPrimary = primary.query.bind(primary) as Call
  const current = () => {
    const scope = scopes.getStore()
    return scope?.onReplica && isFresh() ? scope : null
  }

  async function connectReplica(scope: Scope): Promise<unknown> {
    const client = await replica.connect().catch(() => null)
    if (!client) {
      scope.onReplica = false
      return connectPrimary()
    }
    const query = client.query.bind(client) as unknown as Call
    return {
      async query(...args: unknown[]) {
        try {
          return await query(...args)
        } catch (error) {
          if (!belongsToPrimary(error)) throw error
          scope.onReplica = false
          return queryPrimary(...args)
        }
      },
      release: (error?: Error | boolean) => client.release(error),
    }
  }

  const connect: Call = (...args) => {
    // With a callback it is a call by the pool itself.
    const scope = args.length === 0 ? current() : null
    return scope ? connectReplica(scope) : connectPrimary(...args)
  }
  const query: Call = async (...args) => {
    if (!current()) return queryPrimary(...args)
    const client = await primary.connect()
    try {
      return await (client.query as unknown as Call)(...args)
    } finally {
      client.release()
    }
  }
  Object.assign(primary, { connect, query })
}

/** A position in the log such as `16/B374D848` as a number of bytes. */
function bytesOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

async function positionOf(pool: pg.Pool, text: string): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(text)
  return bytesOf(rows[0]?.position ?? '0/0')
}

const committed = (pool: pg.Pool) => positionOf(pool, 'select pg_current_wal_flush_lsn()::text as position')

/** A replica that was promoted has everything. */
const replayed = (pool: pg.Pool) =>
  positionOf(
    pool,
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text
     as position`,
  )

/**
 * Watches how far behind the replica is, and reads from it while that is little. Its address must always lead to the
 * same server, as the positions of one say nothing about another.
 */
export function createReplica(
  primary: pg.Pool,
  replica: pg.Pool,
  { maxLagMs = 3000, onChange }: Pick<ReplicaOptions, 'maxLagMs' | 'onChange'>,
): Replica {
  const closing = new AbortController()
  const samples: { at: number; position: bigint }[] = []
  /** Everything committed before this time is on the replica. */
  let seenUntil = -Infinity
  let wasUsed = false

  const isUsed = () => performance.now() - seenUntil <= maxLagMs
  routeReads(primary, replica, isUsed)

  async function look() {
    const at = performance.now()
    // A primary that is down commits nothing, so what is known of the replica stays true as long as it may lag.
    const position = await committed(primary).catch(() => null)
    if (position !== null) samples.push({ at, position })
    while (samples[0] && samples[0].at < at - maxLagMs) samples.shift()
    const reached = await replayed(replica).catch(() => null)
    if (reached === null) return
    for (const sample of samples) if (sample.position <= reached) seenUntil = sample.at
  }

  async function run() {
    while (!closing.signal.aborted) {
      await look()
      if (isUsed() !== wasUsed) onChange((wasUsed = !wasUsed))
      await sleep(beatMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()

  async function wait() {
    const end = performance.now() + maxLagMs
    const position = await committed(primary).catch(() => null)
    if (position === null) return
    while (isUsed() && performance.now() < end && !closing.signal.aborted) {
      const reached = await replayed(replica).catch(() => null)
      if (reached !== null && reached >= position) return
      await sleep(waitMs)
    }
  }
  let waiting = Promise.resolve()
  let next: Promise<void> | undefined

  return {
    read: (work) => scopes.run({ onReplica: true }, work),
    // Callers that come during a wait share the next one, which begins after their call.
    caughtUp: () =>
      (next ??= waiting.then(() => {
        next = undefined
        return (waiting = wait())
      })),
    isUsed,
    maxLagMs,
    async close() {
      closing.abort()
      await running
      await waiting
      await replica.end()
    },
  }
}
