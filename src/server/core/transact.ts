import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseGone, isForeignKeyViolation, isLostToOthers } from '#server/db/database-fault.ts'
import type { Database, Db } from '#server/db/database.ts'
import { stayOnPrimary } from '#server/db/replica.ts'
import type { LastStatement, Statement } from '#server/db/transaction.ts'
import { addJob, type JobOptions } from './jobs.ts'

/** Runs inside the transaction that emits; `tx` is that transaction's unit of work. */
type Handler<Tx, Payload> = (tx: Tx, payload: Payload) => Promise<void>

/** Typed facts from lower domains to higher ones. Handlers run one after another, in the order of subscription. */
export interface Events<Map, Tx> {
  on<Name extends keyof Map>(name: Name, handler: Handler<Tx, Map[Name]>): void
  emit<Name extends keyof Map>(tx: Tx, name: Name, payload: Map[Name]): Promise<void>
}

export function createEvents<Map, Tx>(): Events<Map, Tx> {
  const handlers: { [Name in keyof Map]?: Handler<Tx, Map[Name]>[] } = {}
  return {
    on(name, handler) {
      const list = handlers[name] ?? []
      list.push(handler)
      handlers[name] = list
    },
    async emit(tx, name, payload) {
      for (const handler of handlers[name] ?? []) await handler(tx, payload)
    },
  }
}

type Action = () => void | Promise<void>

/** One transaction: its database, the events it emits and what happens after its commit. */
export interface Unit<EventMap, Jobs> {
  db: Db
  emit<Name extends keyof EventMap>(name: Name, payload: EventMap[Name]): Promise<void>
  /**
   * A statement that is sent together with the commit, after the work: for rows that many write, so that they are
   * locked only briefly, and for what the work itself does not need. It is built when the work is done. `hear` gets
   * its rows only when the commit is certain, so what the work wrote can be read in the same round trip.
   */
  beforeCommit<Row>(statement: () => Statement<Row>, hear?: (rows: Row[]) => void): void
  /** Runs only when the commit is certain. Errors in it are reported and undo nothing. */
  afterCommit(action: Action): void
  /**
   * Runs after the commit, also when the answer to the commit was lost and it may not have taken effect. The action
   * must read what it announces, so that it announces nothing that is not there. It is repeated while the database is
   * unreachable.
   */
  announce(action: Action): void
  addJob<Name extends keyof Jobs & string>(
    name: Name,
    payload: Jobs[Name],
    options?: JobOptions,
  ): Promise<void>
}

export type Transact<EventMap, Jobs> = <T>(work: (tx: Unit<EventMap, Jobs>) => Promise<T>) => Promise<T>

export interface Transactions<EventMap, Jobs> {
  transact: Transact<EventMap, Jobs>
  /** Resolves when all actions after the commits so far are done. */
  settled(): Promise<void>
}

const attempts = 4

/** How long announcements wait for a database that is unreachable: as long as one takes to restart after a crash. */
const maxWaitMs = 30_000
const firstPauseMs = 250
const maxPauseMs = 4000

export function createTransact<EventMap, Jobs>(
  transactions: Database['transactions'],
  events: Events<EventMap, Unit<EventMap, Jobs>>,
  report: (error: unknown) => void,
): Transactions<EventMap, Jobs> {
  const pending = new Set<Promise<void>>()
  const follow = (actions: Promise<void>) => {
    const after = actions.finally(() => pending.delete(after))
    pending.add(after)
  }
  const transact: Transact<EventMap, Jobs> = async (work) => {
    stayOnPrimary()
    for (let attempt = 1; ; attempt++) {
      const last: (() => LastStatement)[] = []
      const later: Action[] = []
      const surelyLater: Action[] = []
      let isCommitting = false
      try {
        const result = await transactions(
          (db) => {
            const unit: Unit<EventMap, Jobs> = {
              db,
              emit: (name, payload) => events.emit(unit, name, payload),
              beforeCommit: (statement, hear) =>
                void last.push(() => ({ statement: statement(), hear: hear as LastStatement['hear'] })),
              afterCommit: (action) => void surelyLater.push(action),
              announce: (action) => void later.push(action),
              addJob: (name, payload, options) => addJob(db, name, payload, options),
            }
            return work(unit)
          },
          () => {
            isCommitting = true
            return last.map((one) => one())
          },
        )
        follow(announceAll(later, report).then(() => runAll(surelyLater, report)))
        return result
      } catch (error) {
        // The connection broke during the commit; the pause gives the commit time to take effect.
        if (isCommitting && isDatabaseGone(error))
          follow(sleep(firstPauseMs).then(() => announceAll(later, report)))
        if (attempt >= attempts || !isRetryable(error)) throw error
      }
    }
  }
  return { transact, settled: async () => void (await Promise.all(pending)) }
}

function announceAll(actions: Action[], report: (error: unknown) => void): Promise<void> {
  const end = performance.now() + maxWaitMs
  return runAll(
    actions.map((action) => () => whileGone(action, end)),
    report,
  )
}

async function whileGone(action: Action, end: number): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
    try {
      return await action()
    } catch (error) {
      if (!isDatabaseGone(error) || performance.now() + pauseMs > end) throw error
    }
    await sleep(pauseMs)
  }
}

async function runAll(actions: Action[], report: (error: unknown) => void) {
  for (const action of actions) {
    try {
      await action()
    } catch (error) {
      report(error)
    }
  }
}

/** After a foreign key violation the next attempt does not find the row that was deleted meanwhile. */
const isRetryable = (error: unknown): boolean => isLostToOthers(error) || isForeignKeyViolation(error)
