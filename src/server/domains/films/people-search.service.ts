import type { AnswerOf, ParsedQuery } from '#shared/api/endpoint.ts'
import type { PersonItem, searchPeople as searchPeopleEndpoint } from '#shared/api/films.ts'
import type { SourceFoundPerson } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { pictureUrl } from './films.views.ts'
import { isBlockedQuery } from './blocked-words.service.ts'
import { sourceNumber } from './search-rules.service.ts'
import { firstVisiblePage } from './first-visible-page.ts'

type Query = ParsedQuery<typeof searchPeopleEndpoint>
type Answer = AnswerOf<typeof searchPeopleEndpoint>

/** The source's departments of the roles. */
const departments = { actor: 'Acting', director: 'Directing' } as const

const filmsNamed = 3

/**
 * Actors or directors by name; as of films, `page` is the source's, and the answer's is the last one read. A number
 * that finds nobody is tried as a person's.
 * @throws film.source_down
 */
export async function searchPeople(
  ctx: Pick<Context, 'filmSource' | 'config'>,
  { q, role, page = 1 }: Query,
): Promise<Answer> {
  const query = q.trim()
  if (query === '' || isBlockedQuery(ctx.config.search, query)) return { results: [], page, total_pages: 0 }
  const found = await firstVisiblePage(
    (at) => ctx.filmSource.searchPeople(query, at),
    (person) => isShown(person, role),
    page,
  )
  if (found.shown.length > 0 || page > 1) return answer(found.shown, found.page, found.totalPages)
  const number = sourceNumber(query)
  const person = number === null ? null : await ctx.filmSource.person(number)
  return person && isShown(person, role) ? answer([person], 1, 1) : answer([], found.page, found.totalPages)
}

const answer = (people: SourceFoundPerson[], page: number, total_pages: number): Answer => ({
  results: people.map(personItem),
  page,
  total_pages,
})

/** Actor and director results need a profile picture. */
const isShown = (person: SourceFoundPerson, role: Query['role']) =>
  !person.adult && person.profile_path !== null && person.known_for_department === departments[role]

function personItem(person: SourceFoundPerson): PersonItem {
  return {
    id: person.id,
    name: person.name,
    profile_path: person.profile_path,
    profile: pictureUrl(person.profile_path, 'w185'),
    known_for_department: person.known_for_department,
    knownFor: person.known_for.slice(0, filmsNamed),
  }
}
