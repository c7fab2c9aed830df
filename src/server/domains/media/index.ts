import type { Domain } from '#server/context.ts'
import { mediaRoutes } from './media.routes.ts'
import { pruneMedia } from './media.service.ts'

export const media: Domain = {
  routes: mediaRoutes,
  jobs(ctx) {
    ctx.jobs.define('media.prune', () => pruneMedia(ctx))
    ctx.jobs.schedule('23 * * * *', 'media.prune')
  },
}
