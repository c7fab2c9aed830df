import { listTrending, searchFilms, searchPeople } from '#shared/api/films.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as films from './films.service.ts'
import * as people from './people-search.service.ts'

export function filmsRoutes(mount: Mount, ctx: Context) {
  mount(listTrending, () => films.trending(ctx))
  mount(searchFilms, ({ query }, call) => films.search(ctx, call.viewer, query.q, query.page))
  mount(searchPeople, ({ query }, call) => people.searchPeople(ctx, call.viewer, query))
}
