import type { Context, Domain } from '#server/context.ts'
import { deleteScheduledExports, makeScheduledExports } from './export/scheduled-export.service.ts'
import { readDueFeeds } from './following/feeds.service.ts'
import { pruneImports } from './imports.service.ts'
import { retryImports } from './rows/rows.service.ts'
import { resumeImports, runImports } from './running/run.service.ts'
import { transferRoutes } from './transfer.routes.ts'

export const transfer: Domain = { routes: transferRoutes, jobs }

function jobs(ctx: Context) {
  ctx.jobs.define('imports.run', ({ memberId }) => runImports(ctx, memberId))
  ctx.jobs.define('imports.resume', () => resumeImports(ctx))
  ctx.jobs.schedule('* * * * *', 'imports.resume', { atStart: true })
  ctx.jobs.define('imports.retry', () => retryImports(ctx))
  ctx.jobs.schedule('37 5 * * *', 'imports.retry', { atStart: true })
  ctx.jobs.define('imports.read-feeds', () => readDueFeeds(ctx))
  ctx.jobs.schedule('*/5 * * * *', 'imports.read-feeds')
  ctx.jobs.define('exports.make', () => makeScheduledExports(ctx))
  ctx.jobs.schedule('23 * * * *', 'exports.make')
  ctx.jobs.define('exports.delete', ({ memberId }) => deleteScheduledExports(ctx, memberId))
  ctx.jobs.define('imports.prune', () => pruneImports(ctx))
  ctx.jobs.schedule('7 4 * * *', 'imports.prune')
}
