import * as api from '#shared/api/streaming.ts'
import type { Domain } from '#server/context.ts'
import * as service from './streaming.service.ts'

export const streaming: Domain = {
  routes(mount, ctx) {
    mount(api.getStreaming, (_, { viewer }) => service.getStreaming(ctx, viewer))
    mount(api.updateStreaming, ({ body }, { viewer }) => service.updateStreaming(ctx, viewer, body))
  },
  jobs(ctx) {
    ctx.jobs.define('streaming.prune', () => service.pruneOffers(ctx))
    ctx.jobs.schedule('43 3 * * *', 'streaming.prune')
  },
}
