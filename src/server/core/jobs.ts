import type { Runner, WorkerEventMap, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { minuteMs } from '#shared/durations.ts'
import { messageOf } from '#shared/thrown.ts'
import type { Db } from '#server/db/database.ts'
import type { Logger } from './logger.ts'

type JobHandler<Payload> = (payload: Payload) => Promise<void>

/** Durable background work: handlers by name, run by graphile-worker on the same database. */
export interface Jobs<Map> {
  define<Name extends keyof Map & string>(name: Name, handler: JobHandler<Map[Name]>): void
  /** Runs a job on a schedule (a cron expression, in UTC), and also when the worker starts if `atStart` says so. */
  schedule(cron: string, name: keyof Map & string, options?: { atStart: boolean }): void
  /** The scheduled jobs, sorted by name. */
  scheduled(): ScheduledJob[]
  /**
   * Runs a scheduled job in this process at once, whether or not a worker runs elsewhere. @throws what the job throws
   */
  runNow(name: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface ScheduledJob {
  name: string
  cron: string
}

export interface JobOptions {
  /** At most one job of a key waits; it is queued even while another of the key is running. */
  key?: string
  /** Lower numbers run first; 0 by default. */
  priority?: number
  /** The earliest time at which it runs. */
  runAt?: Date
}

/**
 * Queues a job in the caller's transaction. The cast to `jsonb` refuses texts that SQL could not read back later
 * (NUL, half a surrogate pair), which `json`, the type of the column, would accept.
 */
export async function addJob(
  db: Db,
  name: string,
  payload: unknown,
  { key, priority, runAt }: JobOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::jsonb::json, max_attempts => 12,
      job_key => ${key ?? null}, priority => ${priority ?? 0}, run_at => ${runAt ?? null})`.execute(db)
}

/**
 * The states of jobs by key: `waiting` for an attempt, or `spent` when all attempts failed. A job that is running, or
 * was when its process died, is left out.
 */
export async function jobStates(db: Db, keys: string[]): Promise<Map<string, 'waiting' | 'spent'>> {
  const { rows } = await sql<{ key: string; spent: boolean }>`
    select key, attempts >= max_attempts as spent from graphile_worker._private_jobs
    where key = any(${keys}::text[]) and locked_at is null`.execute(db)
  return new Map(rows.map(({ key, spent }) => [key, spent ? 'spent' : 'waiting']))
}

/**
 * Deletes jobs by their keys, in the caller's transaction, in whatever state they are. Jobs are never found by their
 * payload: one that cannot be read would make the search fail for all.
 */
export async function deleteJobs(db: Db, keys: string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where key = any(${keys}::text[])`.execute(db)
}

/** The same for all keys with a prefix. */
export async function deleteJobsByPrefix(db: Db, prefix: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where starts_with(key, ${prefix})`.execute(db)
}

export interface QueuedJob {
  /** Number of the row. */
  id: string
  name: string
  /** `spent`: all attempts failed. */
  state: 'waiting' | 'running' | 'spent'
  attempts: number
  runAt: Date
  /** The error of the last attempt; null when none failed. */
  error: string | null
}

/** Jobs of the queue: first those whose attempts all failed, then in the order in which they run. */
export async function listJobs(db: Db, { onlySpent = false, limit }: { onlySpent?: boolean; limit: number }) {
  const { rows } = await sql<QueuedJob>`
    select j.id::text, t.identifier as name, j.attempts, j.run_at as "runAt", j.last_error as error,
      case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'spent' else 'waiting' end
        as state
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${!onlySpent} or (j.attempts >= j.max_attempts and j.locked_at is null)
    order by (j.attempts >= j.max_attempts and j.locked_at is null) desc, j.run_at, j.id limit ${limit}`.execute(
    db,
  )
  return rows
}

export interface JobTotals {
  name: string
  waiting: number
  spent: number
  /** Seconds that the oldest job which is due has been waiting; 0 when none is due. */
  oldestSeconds: number
}

export async function countJobs(db: Db): Promise<JobTotals[]> {
  const { rows } = await sql<JobTotals>`
    select t.identifier as name,
      (count(*) filter (where j.attempts < j.max_attempts))::int as waiting,
      (count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null))::int as spent,
      coalesce(extract(epoch from now() - min(j.run_at) filter (
        where j.run_at <= now() and j.attempts < j.max_attempts
      )), 0)::float as "oldestSeconds"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier`.execute(db)
  return rows
}

/**
 * Lets jobs that are waiting or spent run at once, with all their attempts again; answers the ids of those that it
 * found.
 */
export async function retryJobs(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Days that spent jobs are kept, for the operator to look at. */
const spentDays = 7

/** Deletes spent jobs whose last attempt was more than `spentDays` ago. */
async function deleteSpentJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)`,
    [spentDays],
  )
}

/** Loaded when the worker starts: nothing before that waits for it. */
async function loadWorker() {
  const { Logger: WorkerLogger, ...worker } = await import('graphile-worker')
  // graphile-worker would log payloads, which may hold personal data.
  return { ...worker, quietLogger: new WorkerLogger(() => () => {}) }
}

/**
 * Creates graphile-worker's tables, without which nothing can be queued. Older ones are migrated by the worker when
 * it starts.
 */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    "select 1 from pg_proc where proname = 'add_job' and pronamespace = to_regnamespace('graphile_worker')",
  )
  if (rows.length > 0) return
  const { runMigrations, quietLogger } = await loadWorker()
  await runMigrations({ pgPool: pool, logger: quietLogger })
}

/** The outcome of one attempt; `spent`: it failed and was the last one. */
export type JobOutcome = 'done' | 'failed' | 'spent'

/** The part of graphile-worker's helpers that is used; absent when a job is run by `runNow`. */
interface Attempt {
  job: { attempts: number; max_attempts: number }
}

const restartPauseMs = 5000

/** Further than this the clock has jumped, as when a machine woke up or its clock was set. */
const clockJumpMs = 10 * minuteMs

/**
 * A scheduled job is queued only for a later time than its last one. Times that lie ahead, since the clock was, would
 * keep it from running until then.
 */
async function forgetLaterRuns(pool: pg.Pool): Promise<void> {
  await pool.query(
    'update graphile_worker._private_known_crontabs set last_execution = null where last_execution > $1',
    [new Date(Date.now() + clockJumpMs)],
  )
}

export function createJobs<Map>(
  pool: pg.Pool,
  logger: Logger,
  count: (name: string, outcome: JobOutcome) => void = () => undefined,
): Jobs<Map> {
  const handlers: Record<string, (payload: unknown, attempt?: Attempt) => Promise<void>> = {
    'jobs.prune': () => deleteSpentJobs(pool),
  }
  // Given as items, since names in the text form of a crontab must not contain dots.
  const crontab: { match: string; task: string }[] = [{ match: '53 3 * * *', task: 'jobs.prune' }]
  const atStart: string[] = []
  let starting: Promise<Runner> | undefined
  let ending: Promise<unknown> = Promise.resolve()
  let isStopped = false
  async function startWorker() {
    const { parseCronItems, run, quietLogger } = await loadWorker()
    await forgetLaterRuns(pool)
    const events: WorkerEvents = new EventEmitter()
    // What was queued after the first look and before the connection listens would wait for the next look by itself. The worker
    // sends LISTEN right after this event.
    events.on('pool:listen:success', ({ client }) =>
      setImmediate(() => {
        client.query(`select pg_notify('jobs:insert', '{"count":1}')`).catch(() => undefined)
      }),
    )
    const runner = await run({
      pgPool: pool,
      events,
      taskList: handlers,
      parsedCronItems: parseCronItems(crontab),
      concurrency: 2,
      pollInterval: 30_000,
      noHandleSignals: true,
      logger: quietLogger,
    })
    // graphile-worker would queue the jobs of every minute that was jumped over, or wait for the clock to be there again.
    const follow = ({
      currentTimestamp: now,
      expectedTimestamp: due,
    }: WorkerEventMap['cron:overdueTimer']) => {
      if (isStopped || Math.abs(now - due) < clockJumpMs) return
      logger.warn({ seconds: Math.round((now - due) / 1000) }, 'the clock jumped')
      runner.events.off('cron:overdueTimer', follow).off('cron:prematureTimer', follow)
      ending = Promise.all([ending, runner.stop()])
      starting = startAgain()
    }
    runner.events.on('cron:overdueTimer', follow).on('cron:prematureTimer', follow)
    try {
      for (const name of atStart) await runner.addJob(name, {}, { jobKey: name })
    } catch (error) {
      // Its connection would keep the pool from closing, and so the process from ending.
      await runner.stop()
      throw error
    }
    return runner
  }
  /** The database may be away at that moment as well. */
  async function startAgain(): Promise<Runner> {
    try {
      return await startWorker()
    } catch (error) {
      if (isStopped) throw error
      logger.warn({ reason: messageOf(error) }, 'jobs could not be started again')
      await sleep(restartPauseMs)
      return startAgain()
    }
  }
  return {
    define(name, handler) {
      handlers[name] = async (payload, attempt) => {
        try {
          // Payloads are queued by `addJob` only, typed by the same map.
          await handler(payload as Map[typeof name])
          count(name, 'done')
        } catch (error) {
          count(name, attempt && attempt.job.attempts < attempt.job.max_attempts ? 'failed' : 'spent')
          logger.warn({ job: name, reason: messageOf(error) }, 'job failed')
          throw error
        }
      }
    },
    schedule(cron, name, options) {
      crontab.push({ match: cron, task: name })
      if (options?.atStart) atStart.push(name)
    },
    scheduled: () =>
      crontab
        .map(({ task, match }) => ({ name: task, cron: match }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async runNow(name) {
      const handler = crontab.some(({ task }) => task === name) ? handlers[name] : undefined
      if (!handler) throw new Error(`no job by the clock is called ${name}`)
      await handler({})
    },
    async start() {
      starting = startWorker()
      await starting
    },
    async stop() {
      isStopped = true
      // The caller of `start` got that error.
      const runner = await starting?.catch(() => undefined)
      await Promise.all([ending, runner?.stop()])
    },
  }
}
