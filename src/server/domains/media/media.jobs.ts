import type { Context } from '#server/context.ts'
import { pruneMedia } from './media.service.ts'

export function mediaJobs(ctx: Context) {
  ctx.jobs.define('media.prune', () => pruneMedia(ctx))
  ctx.jobs.schedule('23 * * * *', 'media.prune')
}
