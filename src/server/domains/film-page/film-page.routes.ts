import * as api from '#shared/api/films.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import { getFilmCollection, getFilmPage, getFilmRegion } from './film-page.service.ts'

export function filmPageRoutes(mount: Mount, ctx: Context) {
  mount(api.getFilm, ({ params, query }, { viewer }) => getFilmPage(ctx, viewer, params.id, query.region))
  mount(api.getFilmRegion, ({ params }) => getFilmRegion(ctx, params.id, params.region))
  mount(api.getFilmCollection, ({ params }, { viewer }) => getFilmCollection(ctx, viewer, params.id))
}
