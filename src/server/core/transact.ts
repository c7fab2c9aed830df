import type { Db } from '#server/db/database.ts'
import type { Events } from './events.ts'
import { addJob, type JobOptions } from './jobs.ts'

/** One transaction: its database, the facts it tells and what happens after it is committed. */
export interface Unit<EventMap, Jobs> {
  db: Db
  emit<Name extends keyof EventMap>(name: Name, payload: EventMap[Name]): Promise<void>
  /** Runs only when the transaction was committed. Failures there do not undo it; they are reported. */
  afterCommit(action: () => void | Promise<void>): void
  addJob<Name extends keyof Jobs & string>(
    name: Name,
    payload: Jobs[Name],
    options?: JobOptions,
  ): Promise<void>
}

export type Transact<EventMap, Jobs> = <T>(work: (tx: Unit<EventMap, Jobs>) => Promise<T>) => Promise<T>

export interface Transactions<EventMap, Jobs> {
  transact: Transact<EventMap, Jobs>
  /** Resolves when what follows the commits so far is done. */
  settled(): Promise<void>
}

const attempts = 4
/**
 * serialization_failure and deadlock_detected: PostgreSQL asks to try again. foreign_key_violation: what the work
 * had found was deleted meanwhile; tried again, it finds nothing and says so.
 */
const retryable = new Set(['40001', '40P01', '23503'])

export function createTransact<EventMap, Jobs>(
  db: Db,
  events: Events<EventMap, Unit<EventMap, Jobs>>,
  report: (error: unknown) => void,
): Transactions<EventMap, Jobs> {
  const pending = new Set<Promise<void>>()
  const transact: Transact<EventMap, Jobs> = async (work) => {
    for (let attempt = 1; ; attempt++) {
      const later: (() => void | Promise<void>)[] = []
      try {
        const result = await db.transaction().execute(async (transaction) => {
          const unit: Unit<EventMap, Jobs> = {
            db: transaction,
            emit: (name, payload) => events.emit(unit, name, payload),
            afterCommit: (action) => void later.push(action),
            addJob: (name, payload, options) => addJob(transaction, name, payload, options),
          }
          return work(unit)
        })
        const after = runAll(later, report).finally(() => pending.delete(after))
        pending.add(after)
        return result
      } catch (error) {
        if (attempt >= attempts || !isRetryable(error)) throw error
      }
    }
  }
  return { transact, settled: async () => void (await Promise.all(pending)) }
}

async function runAll(actions: (() => void | Promise<void>)[], report: (error: unknown) => void) {
  for (const action of actions) {
    try {
      await action()
    } catch (error) {
      report(error)
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && retryable.has(String(error.code))
}
