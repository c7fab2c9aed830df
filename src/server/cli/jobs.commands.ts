import { listJobs, retryJobs, type QueuedJob } from '../core/jobs.ts'
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
      return { lines: jobs.length > 0 ? jobs.map(jobLine) : ['none'], json: jobs }
    }
  },
}

const retry: Command = {
  name: 'jobs retry',
  usage: 'ID… | --failed',
  summary: 'Lets jobs run at once, with all their attempts again.',
  options: { failed: { text: `all that failed for good (${listed} at most)` } },
  asks: false,
  plan({ words, options }) {
    const all = options['failed'] === true
    if (all === words.length > 0) throw new UsageError('name jobs by their numbers, or say --failed')
    if (words.some((word) => !/^\d{1,18}$/.test(word)))
      throw new UsageError('a job is named by its number, see scene jobs list')
    return async ({ ctx, by }) => {
      const wanted = all
        ? (await listJobs(ctx.db, { onlySpent: true, limit: listed })).map(({ id }) => id)
        : [...words]
      const retried = await retryJobs(ctx.db, wanted)
      if (retried.length > 0)
        await noteAct(ctx.db, ctx.now(), by, 'jobs.retry', { about: { jobs: retried.length } })
      const missing = wanted.filter((id) => !retried.includes(id))
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

export const jobsCommands = [list, retry]
