// B12: every scheduled job, one after another.
import { setTimeout as sleep } from 'node:timers/promises'
import { familyCpuMs, rssMb } from './machine.mjs'
import { ask } from './product.mjs'

/** Whether a job ends within a minute; one that queues itself again for later counts as ended. */
async function jobEnds(pool, name) {
  const since = performance.now()
  while (performance.now() - since < 60_000) {
    const { rows } = await pool.query(
      'select 1 from graphile_worker.jobs where task_identifier = $1 and (locked_at is not null or run_at <= now())',
      [name],
    )
    if (rows.length === 0) return true
    await sleep(20)
  }
  return false
}

/** One after another; what the event loop feels of each. */
export async function measureJobs({ server, postmaster, pool, round }) {
  const { rows } = await pool.query(
    'select identifier from graphile_worker._private_known_crontabs order by 1',
  )
  const jobs = []
  for (const { identifier: name } of rows) {
    await ask(server.child, 'loop')
    const since = performance.now()
    const before = [familyCpuMs(server.child.pid), familyCpuMs(postmaster)]
    await pool.query("select graphile_worker.add_job($1, '{}', job_key => $1)", [name])
    const hasEnded = await jobEnds(pool, name)
    const { loopP99 } = await ask(server.child, 'loop')
    const job = {
      name,
      hasEnded,
      ms: performance.now() - since,
      node: familyCpuMs(server.child.pid) - before[0],
      database: familyCpuMs(postmaster) - before[1],
      loopP99,
      rss: rssMb(server.child.pid),
    }
    jobs.push(job)
    console.log(
      `B12 ${name} ${round(job.ms, 0)} ms${hasEnded ? '' : ' and on'}, CPU ${round(job.node, 0)} + ${round(job.database, 0)} ms, ` +
        `loop p99 ${round(loopP99, 1)} ms, RSS ${job.rss} MB`,
    )
  }
  return { jobs }
}
