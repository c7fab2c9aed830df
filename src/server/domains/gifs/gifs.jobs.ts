import type { Context } from '#server/context.ts'
import { pruneGifs } from './gifs.service.ts'

export function gifsJobs(ctx: Context) {
  ctx.jobs.define('gifs.prune', () => pruneGifs(ctx))
  ctx.jobs.schedule('37 3 * * *', 'gifs.prune')
}
