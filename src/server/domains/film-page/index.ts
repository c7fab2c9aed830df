import * as api from '#shared/api/films.ts'
import type { Domain } from '#server/context.ts'
import { getFilmCollection, getFilmPage, getFilmRegion } from './film-page.service.ts'

export const filmPage: Domain = {
  routes(mount, ctx) {
    mount(api.getFilm, ({ params, query }, { viewer }) => getFilmPage(ctx, viewer, params.id, query.region))
    mount(api.getFilmRegion, ({ params }) => getFilmRegion(ctx, params.id, params.region))
    mount(api.getFilmCollection, ({ params }, { viewer }) => getFilmCollection(ctx, viewer, params.id))
  },
}
