import type { ParsedBody, ParsedQuery } from '#shared/api/endpoint.ts'
import type { JobList, listJobs as listApi, retryJobs as retryApi } from '#shared/api/admin.ts'
import type { Context } from '#server/context.ts'
import * as queue from '#server/core/jobs.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'

const pageSize = 50
/** How many spent jobs are retried at once. */
const maxRetried = 200
/** Characters of an error that are shown, since the whole may be a stack. */
const maxWords = 1000

export async function queueView(
  { db }: Pick<Context, 'db'>,
  { limit = pageSize, failed }: ParsedQuery<typeof listApi>,
): Promise<JobList> {
  const [totals, jobs] = await Promise.all([
    queue.countJobs(db),
    queue.listJobs(db, { onlySpent: failed === '1', limit }),
  ])
  const sum = (kind: 'waiting' | 'spent') => totals.reduce((all, one) => all + one[kind], 0)
  return {
    waiting: sum('waiting'),
    failed: sum('spent'),
    jobs: jobs.map(({ id, name, state, attempts, runAt, error }) => ({
      id,
      name,
      state,
      tries: attempts,
      nextRun: state === 'spent' ? null : runAt.toISOString(),
      error: error?.slice(0, maxWords) ?? null,
    })),
  }
}

/** Lets jobs run again; those that are under way or gone are passed over. */
export async function retryJobs(
  ctx: Pick<Context, 'db' | 'now'>,
  by: Operator,
  { ids }: ParsedBody<typeof retryApi>,
): Promise<{ retried: string[] }> {
  const wanted =
    ids ?? (await queue.listJobs(ctx.db, { onlySpent: true, limit: maxRetried })).map(({ id }) => id)
  const retried = await queue.retryJobs(ctx.db, wanted)
  if (retried.length > 0)
    await noteAct(ctx.db, ctx.now(), by, 'jobs.retry', { about: { jobs: retried.length } })
  return { retried }
}
