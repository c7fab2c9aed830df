import { getFilm } from '#shared/api/films.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import { getFilmPage } from './film-page.service.ts'

export function filmPageRoutes(mount: Mount, ctx: Context) {
  mount(getFilm, ({ params }, call) => getFilmPage(ctx, call.viewer, params.id))
}
