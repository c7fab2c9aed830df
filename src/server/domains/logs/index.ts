import type { Domain } from '#server/context.ts'
import { countEarlierLogs } from './film-stats.service.ts'
import { logsEvents } from './logs.events.ts'
import { logsRoutes } from './logs.routes.ts'

export const logs: Domain = {
  routes: logsRoutes,
  events: logsEvents,
  jobs(ctx) {
    ctx.jobs.define('logs.count-films', () => countEarlierLogs(ctx))
    ctx.jobs.schedule('47 3 * * *', 'logs.count-films', { atStart: true })
  },
}
