import type { AnswerOf, ParsedQuery } from '#shared/api/endpoint.ts'
import type { PersonItem, searchPeople as searchPeopleEndpoint } from '#shared/api/films.ts'
import type { SourceFoundPerson } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { pictureUrl } from './films.views.ts'
import { isBlockedQuery } from './blocked-words.service.ts'
import { sourceNumber } from './search-rules.ts'

type Query = ParsedQuery<typeof searchPeopleEndpoint>
type Answer = AnswerOf<typeof searchPeopleEndpoint>

/** The source's departments of the roles. */
const departments = { actor: 'Acting', director: 'Directing' } as const

/** Pages of the source read for one page of a search, when nobody of the first ones has the role. */
const pagesPerSearch = 3
const filmsNamed = 3

/**
 * Actors or directors by name; as of films, `page` is the source's, and the answer's is the last one read. A number
 * that finds nobody is tried as a person's.
 * @throws film.source_down, request.rate_limited
 */
export async function searchPeople(
  ctx: Pick<Context, 'filmSource' | 'config' | 'limits'>,
  viewer: Viewer,
  { q, role, page = 1 }: Query,
): Promise<Answer> {
  await ctx.limits.use('search', viewer.id)
  const query = q.trim()
  if (query === '' || isBlockedQuery(ctx.config.search, query)) return { results: [], page, total_pages: 0 }
  const found = await searchPages(ctx, query, role, page)
  const number = sourceNumber(query)
  if (found.results.length > 0 || page > 1 || number === null) return found
  const person = await ctx.filmSource.person(number)
  return person && isShown(person, role) ? { results: [personItem(person)], page: 1, total_pages: 1 } : found
}

async function searchPages(
  ctx: Pick<Context, 'filmSource'>,
  query: string,
  role: Query['role'],
  first: number,
): Promise<Answer> {
  for (let page = first; ; page += 1) {
    const { results, total_pages } = await ctx.filmSource.searchPeople(query, page)
    const people = results.filter((person) => isShown(person, role))
    const last = page >= total_pages || page - first + 1 >= pagesPerSearch
    if (people.length > 0 || last) return { results: people.map(personItem), page, total_pages }
  }
}

/** Specification 1, section 5: actor and director results need a profile picture. */
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
