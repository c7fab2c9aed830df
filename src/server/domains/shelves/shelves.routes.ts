import * as api from '#shared/api/shelves.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as shelves from './shelves.service.ts'

export function shelvesRoutes(mount: Mount, ctx: Context) {
  mount(api.watchlistStatus, ({ params }, call) => shelves.watchlistStatus(ctx, call.viewer, params.movieId))
  mount(api.toggleWatchlist, ({ body }, call) => shelves.toggleWatchlist(ctx, call.viewer, body.movieId))
  mount(api.listFavourites, ({ params }) => shelves.readFavourites(ctx, params.userId))
  mount(api.addFavourite, ({ params }, call) => shelves.changeFavourite(ctx, call.viewer, params, true))
  mount(api.removeFavourite, ({ params }, call) => shelves.changeFavourite(ctx, call.viewer, params, false))
}
