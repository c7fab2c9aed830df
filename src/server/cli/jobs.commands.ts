import { messageOf } from '#shared/thrown.ts'
import { listJobs, migrateJobs, type QueuedJob, type ScheduledJob } from '../core/jobs.ts'
import { retryJobs } from '../domains/admin/jobs.service.ts'
import { noteAct } from '../domains/audit/audit.service.ts'
import { UsageError, type Command } from './command.ts'

const listed = 200

const jobLine = ({ id, name, state, attempts, runAt, error }: QueuedJob) =>
  [
    id.padEnd(10),
    state.padEnd(7),
    name.padEnd(28),
    `${attempts} tries, due ${runAt.toISOString()}`,
    ...(error === null ? [] : [error.split('\n', 1)[0]]),
  ].join('  ')

const list: Command = {
  name: 'jobs list',
  usage: '',
  summary: `Jobs of the queue, those that failed for good first (${listed} at most).`,
  options: { failed: { text: 'those that failed for good only' } },
  asks: false,
  plan({ options }) {
    const onlySpent = options['failed'] === true
    return async ({ ctx }) => {
      const jobs = await listJobs(ctx.db, { onlySpent, limit: listed })
      return { lines: jobs.map(jobLine), json: jobs }
    }
  },
}

const retry: Command = {
  name: 'jobs retry',
  usage: 'ID… | --failed',
  words: true,
  summary: 'Lets jobs run at once, with all their attempts again.',
  options: { failed: { text: `all that failed for good (${listed} at most)` } },
  asks: false,
  plan({ words, options }) {
    const all = options['failed'] === true
    if (all === words.length > 0) throw new UsageError('name jobs by their numbers, or say --failed')
    if (words.some((word) => !/^\d{1,18}$/.test(word)))
      throw new UsageError('a job is named by its number, see scene jobs list')
    return async ({ ctx, by }) => {
      const { retried } = await retryJobs(ctx, by, all ? {} : { ids: [...words] })
      const missing = words.filter((id) => !retried.includes(id))
      return {
        lines: [
          `${retried.length} jobs run again`,
          ...missing.map((id) => `${id} is under way, or there is no such job`),
        ],
        json: { retried, missing },
        failed: missing.length > 0,
      }
    }
  },
}

const runs = (jobs: readonly ScheduledJob[]) => {
  const width = Math.max(...jobs.map(({ name }) => name.length))
  return jobs.map(({ name, cron }) => `  ${name.padEnd(width)}  ${cron}`)
}

const run: Command = {
  name: 'jobs run',
  usage: '[TASK]',
  words: true,
  summary: [
    'Runs one of the jobs that run by the clock, here and now, and waits for its end.',
    'Without a name it says which there are, with their times (cron, UTC). A backup that is not due yet is not made.',
  ].join('\n'),
  options: {},
  asks: false,
  plan({ words: [name, ...more] }) {
    if (more.length > 0) throw new UsageError('name one job')
    return async ({ ctx, by, complaints }) => {
      // Loaded only here, since it is everything that a server runs.
      const { connectDomains } = await import('../domain-list.ts')
      connectDomains(ctx)
      const jobs = ctx.jobs.scheduled()
      if (name === undefined) return { lines: runs(jobs), json: jobs }
      if (!jobs.some((job) => job.name === name))
        throw new UsageError([`no job by the clock is called ${name}; there are`, ...runs(jobs)].join('\n'))
      await migrateJobs(ctx.pool)
      const begun = performance.now()
      await noteAct(ctx.db, ctx.now(), by, 'jobs.run', { about: { job: name } })
      const failure = await ctx.jobs.runNow(name).then(() => null, messageOf)
      const seconds = Number(((performance.now() - begun) / 1000).toFixed(1))
      const failed = failure !== null || complaints.some(({ level }) => level === 'error')
      return {
        lines: [
          ...complaints.map(({ text }) => text),
          failure === null
            ? `${name} ended after ${seconds} s`
            : `${name} failed after ${seconds} s: ${failure}`,
        ],
        json: { job: name, seconds, failure, complaints },
        failed,
      }
    }
  },
}

export const jobsCommands = [list, retry, run]
