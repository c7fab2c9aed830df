import type { AnswerOf, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/films.ts'
import type { PersonItem } from '#shared/api/films.ts'
import type { SourceFilm, SourceFoundPerson } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { filmItemView, pictureUrl } from './films.views.ts'

type Query = ParsedQuery<typeof api.searchPeople>
type Answer = AnswerOf<typeof api.searchPeople>

/** Which films a search shows (docs/product.md, Search). The numbers are the operator's to change. */
export interface SearchRules {
  /** A film needs more votes than this. */
  minVotes: number
  /** Films in these languages (ISO 639-1) need at least so many votes. */
  languageVotes: ReadonlyMap<string, number>
  /** Films in these languages are left out whatever their votes. */
  excludedLanguages: ReadonlySet<string>
  hiddenFilmIds: ReadonlySet<number>
  /** A query with one of these words finds nothing. Null for the list below. */
  blockedWords: readonly string[] | null
}

export function isShownInSearch(rules: SearchRules, film: SourceFilm): boolean {
  return (
    isShownById(rules, film) &&
    film.vote_count > rules.minVotes &&
    film.poster_path !== null &&
    !rules.excludedLanguages.has(film.original_language) &&
    film.vote_count >= (rules.languageVotes.get(film.original_language) ?? 0)
  )
}

/** Who types a film's number means that film: only what is never shown is left out. */
export function isShownById(
  rules: Pick<SearchRules, 'hiddenFilmIds'>,
  film: Pick<SourceFilm, 'id' | 'adult'>,
): boolean {
  return !film.adult && !rules.hiddenFilmIds.has(film.id)
}

/** The number of a film or person that a query spells, else null. */
export function sourceNumber(query: string): number | null {
  const number = /^\s*\d{1,10}\s*$/.test(query) ? Number(query) : 0
  return number >= 1 && number <= 2_147_483_647 ? number : null
}

/** Whole words in the app's languages; words that are common in film titles are not among them. */
const blockedByDefault = [
  'porn,porno,pornos,pornography,pornographic,pornstar,pornhub,xxx,hentai,nsfw,xvideos,xnxx,xhamster',
  'redtube,youporn,brazzers,onlyfans,camgirl,camgirls,blowjob,blowjobs,handjob,creampie,gangbang,bukkake',
  'milf,milfs,sex tape,sex video,sex videos,sex movie,sex movies,adult video,adult videos',
  'pornographie,pornographique,sexe gratuit,سكس,بورنو,إباحي,إباحية,اباحي,اباحية',
].flatMap((line) => line.split(','))

/** True when the query asks for what Scene does not search for. Case, accents and punctuation do not matter. */
export function isBlockedQuery(rules: Pick<SearchRules, 'blockedWords'>, query: string): boolean {
  const words = ` ${fold(query)} `
  return (rules.blockedWords ?? blockedByDefault).some((blocked) => {
    const folded = fold(blocked)
    return folded !== '' && words.includes(` ${folded} `)
  })
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Pages of the source read for one page of a search, when the rules leave nothing of the first ones. */
const pagesPerSearch = 3

interface SourcePage<Item> {
  results: Item[]
  total_pages: number
}

/** The first page from `first` on that has something to show; `page` is the last one read. */
export async function firstVisiblePage<Item>(
  load: (page: number) => Promise<SourcePage<Item>>,
  isShown: (item: Item) => boolean,
  first: number,
): Promise<{ shown: Item[]; page: number; totalPages: number }> {
  for (let page = first; ; page += 1) {
    const { results, total_pages } = await load(page)
    const shown = results.filter(isShown)
    const last = page >= total_pages || page - first + 1 >= pagesPerSearch
    if (shown.length > 0 || last) return { shown, page, totalPages: total_pages }
  }
}

/**
 * Films by title, after the rules of search. `page` is the source's page; the answer's `page` is the
 * last one read, from which the next search goes on.
 */
export async function searchFilms(
  ctx: Pick<Context, 'filmSource' | 'config'>,
  q: string,
  page = 1,
): Promise<AnswerOf<typeof api.searchFilms>> {
  const rules = ctx.config.search
  const query = q.trim()
  if (query === '' || isBlockedQuery(rules, query)) return { results: [], page, total_pages: 0 }
  const found = await firstVisiblePage(
    (at) => ctx.filmSource.search(query, at),
    (film) => isShownInSearch(rules, film),
    page,
  )
  if (found.shown.length > 0 || page > 1) return filmsAnswer(found.shown, found.page, found.totalPages)
  const number = sourceNumber(query)
  const film = number === null ? null : await ctx.filmSource.film(number)
  return film && isShownById(rules, film)
    ? filmsAnswer([film], 1, 1)
    : filmsAnswer([], found.page, found.totalPages)
}

const filmsAnswer = (films: SourceFilm[], page: number, total_pages: number) => ({
  results: films.map(filmItemView),
  page,
  total_pages,
})

/** The source's departments of the roles. */
const departments = { actor: 'Acting', director: 'Directing' } as const

const filmsNamed = 3

/**
 * Actors or directors by name; as of films, `page` is the source's, and the answer's is the last one read. A number
 * that finds nobody is tried as a person's.
 */
export async function searchPeople(
  ctx: Pick<Context, 'filmSource' | 'config'>,
  { q, role, page = 1 }: Query,
): Promise<Answer> {
  const query = q.trim()
  if (query === '' || isBlockedQuery(ctx.config.search, query)) return { results: [], page, total_pages: 0 }
  const found = await firstVisiblePage(
    (at) => ctx.filmSource.searchPeople(query, at),
    (person) => isPersonShown(person, role),
    page,
  )
  if (found.shown.length > 0 || page > 1) return peopleAnswer(found.shown, found.page, found.totalPages)
  const number = sourceNumber(query)
  const person = number === null ? null : await ctx.filmSource.person(number)
  return person && isPersonShown(person, role)
    ? peopleAnswer([person], 1, 1)
    : peopleAnswer([], found.page, found.totalPages)
}

const peopleAnswer = (people: SourceFoundPerson[], page: number, total_pages: number): Answer => ({
  results: people.map(personItem),
  page,
  total_pages,
})

/** Actor and director results need a profile picture. */
const isPersonShown = (person: SourceFoundPerson, role: Query['role']) =>
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
