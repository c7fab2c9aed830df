import * as api from '#shared/api/posters.ts'
import type { Context } from '#server/context.ts'
import { paged, type Mount } from '#server/core/http.ts'
import * as posters from './posters.service.ts'

export function postersRoutes(mount: Mount, ctx: Context) {
  mount(api.batchPosters, ({ body }, { viewer }) =>
    posters.batchPosters(ctx, viewer, body.userId, body.movieIds),
  )
  mount(api.getPoster, ({ params, query }, call) =>
    posters.getPoster(ctx, call.viewer, query.userId ?? call.viewer.id, params.movieId),
  )
  mount(api.listFilmPosters, ({ params }) => posters.listFilmPosters(ctx, params.movieId))
  mount(api.choosePoster, ({ params, body }, call) =>
    posters.choosePoster(ctx, call.viewer, params.movieId, body.posterUrl),
  )
  mount(api.listMemberPosters, ({ params, query }, call) =>
    paged(call, posters.listMemberPosters(ctx, call.viewer, params.userId, query)),
  )
}
