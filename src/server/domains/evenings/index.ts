import * as api from '#shared/api/evenings.ts'
import type { Domain } from '#server/context.ts'
import { done } from '#server/core/http.ts'
import { deleteOver } from './evenings.queries.ts'
import * as service from './evenings.service.ts'

export const evenings: Domain = {
  routes(mount, ctx) {
    mount(api.createEvening, ({ body }, call) => service.createEvening(ctx, call, body))
    mount(api.listEvenings, (_, { viewer }) => service.listEvenings(ctx, viewer))
    mount(api.joinEvening, ({ params, body }, call) => service.joinEvening(ctx, call, params.code, body.name))
    mount(api.getEvening, async ({ params }, call) => ({
      evening: await service.getEvening(ctx, call, params.code),
    }))
    mount(api.updateEvening, ({ params, body }, call) => service.updateEvening(ctx, call, params.code, body))
    mount(api.startEvening, ({ params }, call) => service.startEvening(ctx, call, params.code))
    mount(api.voteEvening, ({ params, body }, call) =>
      service.vote(ctx, call, params.code, params.movieId, body),
    )
    mount(api.endEvening, ({ params }, call) => service.endEvening(ctx, call, params.code))
    mount(api.repeatEvening, ({ params }, call) => service.repeatEvening(ctx, call, params.code))
    mount(api.markEveningWatched, ({ params, body }, call) =>
      service.markWatched(ctx, call, params.code, body.movieId),
    )
    mount(api.inviteToEvening, ({ params }, call) => service.invite(ctx, call, params.code, params.memberId))
    mount(api.leaveEvening, async ({ params }, call) => {
      await service.leaveEvening(ctx, call, params.code)
      return done
    })
  },
  events: (ctx) =>
    ctx.events.on('member.blocked', (tx, { memberId, blockedId }) =>
      service.partOnEvenings(ctx, tx, { memberId, otherId: blockedId }),
    ),
  jobs(ctx) {
    ctx.jobs.define('evenings.offers', ({ eveningId }) => service.askOffersOf(ctx, eveningId))
    ctx.jobs.define('evenings.prune', () => deleteOver(ctx.db, ctx.now()))
    ctx.jobs.schedule('29 * * * *', 'evenings.prune')
  },
}
