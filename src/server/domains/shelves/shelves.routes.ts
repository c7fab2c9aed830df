import * as api from '#shared/api/shelves.ts'
import type { Context } from '#server/context.ts'
import { paged, type Mount } from '#server/core/http.ts'
import * as shelves from './shelves.service.ts'

export function shelvesRoutes(mount: Mount, ctx: Context) {
  mount(api.getWatchlistStatus, ({ params }, call) =>
    shelves.getWatchlistStatus(ctx, call.viewer, params.movieId),
  )
  mount(api.toggleWatchlist, ({ body }, call) => shelves.toggleWatchlist(ctx, call.viewer, body))
  mount(api.removeFromWatchlist, ({ params }, call) =>
    shelves.removeFromWatchlist(ctx, call.viewer, params.movieId),
  )
  mount(api.updateWatchlistItem, ({ params, body }, call) =>
    shelves.updateWatchlistItem(ctx, call.viewer, params.movieId, body),
  )
  mount(api.listWatchlist, ({ params, query }, call) =>
    paged(call, shelves.listWatchlist(ctx, call.viewer, params.userId, query)),
  )
  mount(api.listFavourites, ({ params, query }, call) =>
    paged(call, shelves.listFavourites(ctx, call.viewer, params.userId, query)),
  )
  mount(api.addFavourite, ({ params }, call) => shelves.addFavourite(ctx, call.viewer, params.movieId))
  mount(api.removeFavourite, ({ params }, call) => shelves.removeFavourite(ctx, call.viewer, params.movieId))
}
