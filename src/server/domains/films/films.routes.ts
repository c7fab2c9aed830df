import { listTrending, searchFilms, searchPeople } from '#shared/api/films.ts'
import { getPerson, getPersonCredits } from '#shared/api/people.ts'
import type { Context } from '#server/context.ts'
import type { Mount } from '#server/core/http.ts'
import * as films from './films.service.ts'
import { searchPeople as findPeople } from './people-search.service.ts'
import * as people from './people.service.ts'

export function filmsRoutes(mount: Mount, ctx: Context) {
  mount(listTrending, () => films.trending(ctx))
  mount(searchFilms, ({ query }) => films.search(ctx, query.q, query.page))
  mount(searchPeople, ({ query }) => findPeople(ctx, query))
  mount(getPerson, ({ params }) => people.readPerson(ctx, params.id))
  mount(getPersonCredits, ({ params }) => people.readPersonCredits(ctx, params.id))
}
