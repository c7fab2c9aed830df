import type { AnswerOf, ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/films.ts'
import type { PersonItem } from '#shared/api/films.ts'
import {
  departments,
  directorsIn,
  filmIdsOfPerson,
  type SourceFilm,
  type SourceFoundPerson,
  type SourceNamedFilm,
} from '#server/adapters/film-source/film-source.ts'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import type { Context } from '#server/context.ts'
import { isFailure } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { foldText } from '#shared/matching/fold.ts'
import { isSameTitle, squash, wholeForms } from '#shared/matching/title-forms.ts'
import { maxInteger } from '#shared/integers.ts'
import { selectDirectors, wantsLesserKnown } from './films.queries.ts'
import { filmItems, ownTexts, withTitle } from './titles.service.ts'
import { titleView, type TitleReader } from './titles.views.ts'
import { pictureUrl } from './films.views.ts'

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

/** Whoever types a film's number means that film, so only films that are never shown are left out. */
export function isShownById(
  rules: Pick<SearchRules, 'hiddenFilmIds'>,
  film: Pick<SourceFilm, 'id' | 'adult'>,
): boolean {
  return !film.adult && !rules.hiddenFilmIds.has(film.id)
}

/** The number of a film or person that a query spells, else null. */
export function sourceNumber(query: string): number | null {
  const number = /^\s*\d{1,10}\s*$/.test(query) ? Number(query) : 0
  return number >= 1 && number <= maxInteger ? number : null
}

/** Whole words in the app's languages, except those that are common in film titles. */
const blockedByDefault = [
  'porn,porno,pornos,pornography,pornographic,pornstar,pornhub,xxx,hentai,nsfw,xvideos,xnxx,xhamster',
  'redtube,youporn,brazzers,onlyfans,camgirl,camgirls,blowjob,blowjobs,handjob,creampie,gangbang,bukkake',
  'milf,milfs,sex tape,sex video,sex videos,sex movie,sex movies,adult video,adult videos',
  'pornographie,pornographique,sexe gratuit,سكس,بورنو,إباحي,إباحية,اباحي,اباحية',
].flatMap((line) => line.split(','))

/** True when the query asks for what Scene does not search for. Case, accents and punctuation do not matter. */
export function isBlockedQuery(rules: Pick<SearchRules, 'blockedWords'>, query: string): boolean {
  const words = ` ${foldText(query)} `
  return (rules.blockedWords ?? blockedByDefault).some((blocked) => {
    const folded = foldText(blocked)
    return folded !== '' && words.includes(` ${folded} `)
  })
}

/**
 * How many pages of the source are read at most for one page of a search, when the rules leave nothing of the first
 * ones.
 */
const pagesPerSearch = 3

interface SourcePage<Item> {
  results: Item[]
  total_pages: number
}

/** The first page from `first` on that has something to show, with all that was read; `page` is the last one read. */
async function firstVisiblePage<Item>(
  load: (page: number) => Promise<SourcePage<Item>>,
  isShown: (item: Item) => boolean,
  first: number,
): Promise<{ read: Item[]; shown: Item[]; page: number; totalPages: number }> {
  const read: Item[] = []
  for (let page = first; ; page += 1) {
    const { results, total_pages } = await load(page)
    read.push(...results)
    const shown = results.filter(isShown)
    const last = page >= total_pages || page - first + 1 >= pagesPerSearch
    if (shown.length > 0 || last) return { read, shown, page, totalPages: total_pages }
  }
}

/** Characters of a query that are used; no name is longer. */
const maxQueryLength = 200

/** The text to search for; null when the query has no letters or digits, or is blocked. */
export function lookedFor(ctx: Pick<Context, 'config'>, q: string): string | null {
  const query = Array.from(q.trim()).slice(0, maxQueryLength).join('').trim()
  return foldText(query) === '' || isBlockedQuery(ctx.config.search, query) ? null : query
}

type SearchContext = Pick<Context, 'db' | 'filmSource' | 'config' | 'language' | 'now' | 'logger'>

/**
 * Films by title. The rules of search leave the little known out, but never one that is called just what was asked
 * for, nor any where the viewer wants to see them. `page` is the source's page; the answer's `page` is the last one
 * read, from which the next search goes on.
 */
export async function searchFilms(
  ctx: SearchContext,
  viewer: Viewer,
  { q, page = 1 }: ParsedQuery<typeof api.searchFilms>,
): Promise<AnswerOf<typeof api.searchFilms>> {
  const query = lookedFor(ctx, q)
  if (query === null) return noFilms(page)
  const rules = ctx.config.search
  const [wantsAll, first] = await Promise.all([
    wantsLesserKnown(ctx.db, viewer.id),
    ctx.filmSource.search(query, 1),
  ])
  const meant = await filmsMeant(ctx, query, first.results)
  const isMeant = new Set(meant.map(({ id }) => id))
  const isExact = (film: SourceFilm) => isMeant.has(film.id) || isCalled(ctx, film, query)
  const isShown = (film: SourceFilm) =>
    isShownById(rules, film) && (wantsAll || isShownInSearch(rules, film) || isExact(film))
  const load = async (at: number) => (at === 1 ? first : ctx.filmSource.search(query, at))
  const found = await firstVisiblePage(load, isShown, page)
  const isListed = new Set(first.results.map(({ id }) => id))
  const candidates = [...meant.filter(({ id }) => !isListed.has(id)), ...first.results]
  const exact = candidates.filter((film) => isExact(film) && isShown(film))
  const isFirst = new Set(exact.map(({ id }) => id))
  const rest = found.shown.filter(({ id }) => !isFirst.has(id))
  const shown = page === 1 ? [...exact, ...rest] : rest
  if (shown.length === 0 && page === 1) {
    const film = await filmByNumber(ctx, query)
    if (film) return { ...noFilms(1), results: await filmItems(ctx, viewer, [film]), total_pages: 1 }
  }
  const lesserKnown = found.read
    .filter((film) => isShownById(rules, film) && !isShown(film))
    .filter((film) => isFirst.size === 0 || hasWords(ctx, film, query))
  const items = await filmItems(ctx, viewer, await withDirectors(ctx, [...shown, ...lesserKnown]))
  return {
    results: items.slice(0, shown.length),
    page: found.page,
    total_pages: found.totalPages,
    exact: page === 1 ? [...isFirst] : [],
    alike: isFirst.size === 0 ? [] : rest.filter((film) => !hasWords(ctx, film, query)).map(({ id }) => id),
    lesserKnown: items.slice(shown.length),
  }
}

/** Adds directors, for films that members logged; lists of most sources do not have them. */
async function withDirectors(ctx: SearchContext, films: readonly SourceFilm[]): Promise<SourceFilm[]> {
  const untold = films.filter((film) => !film.directed_by).map(({ id }) => id)
  const known =
    untold.length === 0 ? new Map<number, string[]>() : await selectDirectors(ctx.db, sourceName(ctx), untold)
  return films.map((film) => ({ ...film, directed_by: film.directed_by ?? known.get(film.id) }))
}

async function filmByNumber(ctx: SearchContext, query: string): Promise<SourceFilm | null> {
  const number = sourceNumber(query)
  const film = number === null ? null : await ctx.filmSource.film(number)
  return film && isShownById(ctx.config.search, film) ? film : null
}

/** Films that the query names in a way that the source may not find; `found` are its first results. */
async function filmsMeant(
  ctx: SearchContext,
  query: string,
  found: readonly SourceFilm[],
): Promise<SourceFilm[]> {
  const named = await filmByOtherName(ctx, query)
  if (named) return [named]
  if (found.some((film) => hasWords(ctx, film, query))) return []
  try {
    return await filmsOfPerson(ctx, query)
  } catch (error) {
    // What was found otherwise can still be shown.
    if (isFailure(error, 'film.source_down')) return []
    throw error
  }
}

/** How many words of a query may be a person's name. */
const maxNameWords = 3
/** Longer queries are not read as a title and a name. */
const maxWordsWithName = 8
/** How many people of the same name are looked at. */
const namesakes = 3

/** "inception nolan", "نولان بداية": films that the words on one side find, in which the person on the other took part. */
async function filmsOfPerson(ctx: SearchContext, query: string): Promise<SourceFilm[]> {
  const words = query.split(/\s+/).filter((word) => foldText(word) !== '')
  if (words.length > maxWordsWithName) return []
  for (let count = 1; count <= Math.min(maxNameWords, words.length - 1); count++) {
    const splits = [
      { name: words.slice(-count), title: words.slice(0, -count) },
      { name: words.slice(0, count), title: words.slice(count) },
    ]
    const films = await Promise.all(
      splits.map(({ name, title }) => filmsWith(ctx, title.join(' '), name.join(' '))),
    )
    const best = films.find(({ length }) => length > 0)
    if (best) return best
  }
  return []
}

/** The films of a title in which a person of that name took part. The source is asked for films only where it knows one. */
async function filmsWith(ctx: SearchContext, title: string, name: string): Promise<SourceFilm[]> {
  const called = ctx.language.personCalled(name) ?? name
  const asked = foldText(called).split(' ')
  const { results } = await ctx.filmSource.searchPeople(called, 1)
  const people = results.filter((person) => {
    const own = foldText(person.name).split(' ')
    return !person.adult && asked.every((word) => own.includes(word))
  })
  if (people.length === 0) return []
  const meant = ctx.language.filmCalled(title)
  const [films, ...details] = await Promise.all([
    ctx.filmSource.search(meant?.title ?? title, 1),
    ...people.slice(0, namesakes).map(({ id }) => ctx.filmSource.person(id)),
  ])
  const theirs = new Set(details.flatMap(filmIdsOfPerson))
  return films.results.filter((film) => theirs.has(film.id) && hasWords(ctx, film, title))
}

/** The film of which a query is a name that the source may not tell. */
async function filmByOtherName(ctx: SearchContext, query: string): Promise<SourceFilm | null> {
  const meant = ctx.language.filmCalled(query)
  if (meant === undefined) return null
  const { results } = await ctx.filmSource.search(meant.title, 1)
  const isMeant = (film: SourceFilm) =>
    isSameTitle(film.title, meant.title) && Math.abs(Number(film.release_date.slice(0, 4)) - meant.year) <= 1
  return results.find(isMeant) ?? null
}

const namesOf = (ctx: Pick<Context, 'language'>, film: SourceFilm): string[] => [
  film.title,
  film.original_title,
  ...ctx.language.aliasesOfFilm(film.title, Number(film.release_date.slice(0, 4))),
]

/** Whether a query is just what a film is called, with or without its year. */
export function isCalled(ctx: Pick<Context, 'language'>, film: SourceFilm, query: string): boolean {
  const year = film.release_date.slice(0, 4)
  return namesOf(ctx, film).some(
    (name) => isSameTitle(name, query) || (year !== '' && isSameTitle(`${name} ${year}`, query)),
  )
}

/** Shorter words may be missing from a name. */
const tellingLength = 3

/**
 * Whether a name of the film has the words of the query, or words that begin with them; otherwise it only looks
 * similar.
 */
function hasWords(ctx: Pick<Context, 'language'>, film: SourceFilm, query: string): boolean {
  const folded = wholeForms(foldText(query)).at(-1) ?? ''
  const words = folded.split(' ')
  const telling = words.filter((word) => word.length >= tellingLength)
  return namesOf(ctx, film).some((name) => {
    const text = ` ${foldText(name)}`
    const wanted = telling.length > 0 ? telling : words
    return squash(text).includes(squash(folded)) || wanted.every((word) => text.includes(` ${word}`))
  })
}

const noFilms = (page: number): AnswerOf<typeof api.searchFilms> => ({
  results: [],
  page,
  total_pages: 0,
  exact: [],
  alike: [],
  lesserKnown: [],
})

const filmsNamed = 3

/**
 * Actors or directors by name; as of films, `page` is the source's, and the answer's is the last one read. Who is known
 * for the other, but does this too, is found as well. A number that finds nobody is tried as a person's.
 */
export async function searchPeople(
  ctx: Pick<Context, 'db' | 'filmSource' | 'config' | 'language'>,
  { titles }: Pick<Viewer, 'titles'>,
  { q, role, page = 1 }: Query,
): Promise<Answer> {
  const query = lookedFor(ctx, q)
  if (query === null) return { results: [], page, total_pages: 0 }
  const found = await firstVisiblePage(
    (at) => ctx.filmSource.searchPeople(ctx.language.personCalled(query) ?? query, at),
    (person) => isPersonShown(person, role),
    page,
  )
  const [best] = found.read
  const isOther = page === 1 && best !== undefined && (await alsoHas(ctx, best, role))
  const asked = foldText(query)
  const isTaken = found.shown.some(({ name }) => foldText(name).includes(asked))
  const shown = !isOther ? found.shown : isTaken ? [...found.shown, best] : [best, ...found.shown]
  if (shown.length > 0 || page > 1) return peopleAnswer(ctx, titles, shown, found)
  const number = sourceNumber(query)
  const person = number === null ? null : await ctx.filmSource.person(number)
  return person && isPersonShown(person, role)
    ? peopleAnswer(ctx, titles, [person], { page: 1, totalPages: 1 })
    : peopleAnswer(ctx, titles, [], found)
}

/** With fewer parts somebody is not counted as an actor. */
const partsOfActor = 3

/** Whether a person who is known for the other role has this one too. */
async function alsoHas(
  ctx: Pick<Context, 'filmSource'>,
  found: SourceFoundPerson,
  role: Query['role'],
): Promise<boolean> {
  const other = role === 'actor' ? 'director' : 'actor'
  const person = isPersonShown(found, other) ? await ctx.filmSource.person(found.id) : null
  if (person === null) return false
  return role === 'director' ? directorsIn(person.crew).length > 0 : person.cast.length >= partsOfActor
}

/** One statement where the reader reads films in another language than English, else none. */
async function peopleAnswer(
  ctx: Pick<Context, 'db'>,
  reader: TitleReader,
  people: SourceFoundPerson[],
  { page, totalPages }: { page: number; totalPages: number },
): Promise<Answer> {
  const named = people.map((person) => ({ ...person, known_for: person.known_for.slice(0, filmsNamed) }))
  const own = await ownTexts(
    ctx,
    reader,
    named.flatMap((person) => person.known_for),
  )
  const titleOf = (film: SourceNamedFilm) => titleView(withTitle(film, own), reader).title
  return { results: named.map((person) => personItem(person, titleOf)), page, total_pages: totalPages }
}

/** Actor and director results need a profile picture. */
const isPersonShown = (person: SourceFoundPerson, role: Query['role']) =>
  !person.adult && person.profile_path !== null && person.known_for_department === departments[role]

function personItem(person: SourceFoundPerson, titleOf: (film: SourceNamedFilm) => string): PersonItem {
  return {
    id: person.id,
    name: person.name,
    profile_path: person.profile_path,
    profile: pictureUrl(person.profile_path, 'w185'),
    known_for_department: person.known_for_department,
    knownFor: person.known_for.map(titleOf),
  }
}
