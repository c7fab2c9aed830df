import type { Domain } from '#server/context.ts'
import { gifsRoutes } from './gifs.routes.ts'
import { pruneGifs } from './gifs.service.ts'

export const gifs: Domain = {
  routes: gifsRoutes,
  jobs(ctx) {
    ctx.jobs.define('gifs.prune', () => pruneGifs(ctx))
    ctx.jobs.schedule('37 3 * * *', 'gifs.prune')
  },
}
