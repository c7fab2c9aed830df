import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, collectDefaultMetrics } from 'prom-client'
import type { Context } from './context.ts'
import { countJobs } from './core/jobs.ts'
import { lastBackup } from './domains/backup/scheduled-backup.service.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * `/metrics` for whoever has the token, in the text format of Prometheus: answers by route and status, the process, its
 * database connections, sockets, jobs and the last backup. Labels are routes and names of jobs, never of members or films.
 */
export function metricsRoutes(app: FastifyInstance, ctx: Context, token: string): void {
  const { registry } = ctx.metrics
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const reads = new Counter({
    name: 'scene_metrics_failures_total',
    help: 'Reads of this page that could not ask the database.',
    registers,
  })
  const connections = new Gauge({
    name: 'scene_db_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  })
  const sockets = new Gauge({ name: 'scene_sockets', help: 'Open sockets of this instance.', registers })
  const pending = new Gauge({
    name: 'scene_jobs_pending',
    help: 'Jobs that wait or are under way.',
    labelNames: ['task'],
    registers,
  })
  const spent = new Gauge({
    name: 'scene_jobs_failed',
    help: 'Jobs that failed for good.',
    labelNames: ['task'],
    registers,
  })
  const oldest = new Gauge({
    name: 'scene_job_oldest_seconds',
    help: 'How long the job has waited that is due the longest.',
    registers,
  })
  const backup = new Gauge({
    name: 'scene_backup_last_success_timestamp_seconds',
    help: 'When the last backup by the clock was made; 0 where none was.',
    registers,
  })

  async function look() {
    const { totalCount, idleCount, waitingCount } = ctx.pool
    connections.set({ state: 'used' }, totalCount - idleCount)
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'waited_for' }, waitingCount)
    sockets.set(ctx.realtime.count())
    const [jobs, last] = await Promise.all([countJobs(ctx.db), lastBackup(ctx)])
    pending.reset()
    spent.reset()
    for (const job of jobs) {
      pending.set({ task: job.name }, job.waiting)
      spent.set({ task: job.name }, job.spent)
    }
    oldest.set(Math.max(0, ...jobs.map(({ oldestSeconds }) => oldestSeconds)))
    backup.set((last?.madeAt?.getTime() ?? 0) / 1000)
  }

  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'a token is needed' })
    // While the database is away the rest is what one wants to see.
    await look().catch(() => reads.inc())
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onClose', async () => registry.clear())
}
