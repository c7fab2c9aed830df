import * as api from '#shared/api/film-identity.ts'
import type { Context } from '#server/context.ts'
import { done, paged, type Mount } from '#server/core/http.ts'
import * as decisions from './decisions.service.ts'

export function filmIdentityRoutes(mount: Mount, ctx: Context) {
  mount(api.listFilmDoubts, ({ query }, call) =>
    paged(call, decisions.listDoubts(ctx, call.viewer.titles, query)),
  )
  mount(api.listFilmMerges, ({ query }, call) =>
    paged(call, decisions.listMerges(ctx, call.viewer.titles, query)),
  )
  mount(api.countFilmDoubts, () => decisions.countDoubts(ctx))
  mount(api.acceptFilmDoubt, async ({ params, body }, { viewer }) => {
    await decisions.acceptDoubt(ctx, { memberId: viewer.id }, params.movieId, body.into)
    return done
  })
  mount(api.refuseFilmDoubt, async ({ params }, { viewer }) => {
    await decisions.refuseDoubt(ctx, { memberId: viewer.id }, params.movieId)
    return done
  })
  mount(api.reconsiderFilmDoubt, async ({ params }, { viewer }) => {
    await decisions.reconsiderDoubt(ctx, { memberId: viewer.id }, params.movieId)
    return done
  })
  mount(api.undoFilmMerge, ({ params }, { viewer }) =>
    decisions.undoMergeById(ctx, { memberId: viewer.id }, params.mergeId),
  )
}
