import type { Context } from '#server/context.ts'
import { resumeImports, runImports } from './import-run.service.ts'
import { pruneImports } from './imports.service.ts'

export function importsJobs(ctx: Context) {
  ctx.jobs.define('imports.run', ({ memberId }) => runImports(ctx, memberId))
  ctx.jobs.define('imports.resume', () => resumeImports(ctx))
  ctx.jobs.schedule('* * * * *', 'imports.resume', { atStart: true })
  ctx.jobs.define('imports.prune', () => pruneImports(ctx))
  ctx.jobs.schedule('7 4 * * *', 'imports.prune')
}
