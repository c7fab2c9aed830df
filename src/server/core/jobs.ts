import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type TaskList,
} from 'graphile-worker'
import type pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Logger } from './logger.ts'

type JobHandler<Payload> = (payload: Payload) => Promise<void>

/** Durable background work: handlers by name, run by graphile-worker on the same database. */
export interface Jobs<Map> {
  define<Name extends keyof Map & string>(name: Name, handler: JobHandler<Map[Name]>): void
  /** Runs a job by the clock (cron text in UTC). */
  schedule(cron: string, name: keyof Map & string): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Queues a job in the caller's transaction. */
export async function addJob(db: Db, name: string, payload: unknown): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 12)`.execute(
    db,
  )
}

/** Its own log lines name job payloads; ours do not. */
const quietLogger = new WorkerLogger(() => () => {})

/** Creates graphile-worker's own tables. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quietLogger })
}

export function createJobs<Map>(pool: pg.Pool, logger: Logger): Jobs<Map> {
  const tasks: TaskList = {}
  // As items: the text form of a crontab knows no dots in names.
  const crontab: { match: string; task: string }[] = []
  let runner: Runner | undefined
  return {
    define(name, handler) {
      tasks[name] = async (payload) => {
        try {
          // Payloads are queued by `addJob` only, typed by the same map.
          await handler(payload as Map[typeof name])
        } catch (error) {
          logger.warn({ job: name, reason: error instanceof Error ? error.message : 'unknown' }, 'job failed')
          throw error
        }
      }
    },
    schedule(cron, name) {
      crontab.push({ match: cron, task: name })
    },
    async start() {
      runner = await run({
        pgPool: pool,
        taskList: tasks,
        parsedCronItems: parseCronItems(crontab),
        concurrency: 2,
        pollInterval: 30_000,
        noHandleSignals: true,
        logger: quietLogger,
      })
    },
    async stop() {
      await runner?.stop()
    },
  }
}
