import { at } from '#built-in/catalogue/store/columns.ts'
import { discoverFilms } from '#built-in/catalogue/answers/discover.ts'
import {
  alternativeTitles,
  externalIds,
  filmAnswer,
  filmCredits,
  filmItem,
  foundFilm,
  genreIdsOf,
  mediaItem,
  translations,
} from '#built-in/catalogue/answers/film-answers.ts'
import { countryName, genreName, languageName } from '#built-in/catalogue/store/names.ts'
import {
  foundPerson,
  personAnswer,
  personCredits,
  personIds,
  personPictures,
} from '#built-in/catalogue/answers/person-answers.ts'
import { personItem } from '#built-in/catalogue/answers/person-items.ts'
import { filmPictures } from '#built-in/catalogue/answers/pictures.ts'
import { recommendedFilms, similarFilms } from '#built-in/catalogue/answers/related.ts'
import { idOf, languageOf, paged, partsOf, refusals } from '#built-in/catalogue/requests.ts'
import { searchTitles } from '#built-in/catalogue/search/search.ts'
import type { Store } from '#built-in/catalogue/store/store.ts'
import type { TextIndex } from '#built-in/catalogue/search/text-index.ts'
import { trendingFilms, trendingPeriod } from '#built-in/catalogue/answers/trending.ts'
import type { Configuration, Found } from '#built-in/catalogue/wire.ts'

export type Library = {
  store: Store
  /** Indexed when first asked for, as are the names of people. */
  titles: () => Promise<TextIndex>
  names: () => Promise<TextIndex>
  now: () => Date
}
type Made = object | Promise<object>
type Answer = (library: Library, query: URLSearchParams, argument: string, part: string) => Made
type Part = (library: Library, index: number, query: URLSearchParams) => Made

const configuration: Configuration = {
  images: {
    base_url: 'http://image.tmdb.org/t/p/',
    secure_base_url: 'https://image.tmdb.org/t/p/',
    backdrop_sizes: ['w300', 'w780', 'w1280', 'original'],
    logo_sizes: ['w45', 'w92', 'w154', 'w185', 'w300', 'w500', 'original'],
    poster_sizes: ['w92', 'w154', 'w185', 'w342', 'w500', 'w780', 'original'],
    profile_sizes: ['w45', 'w185', 'h632', 'original'],
    still_sizes: ['w92', 'w185', 'w300', 'original'],
  },
  change_keys: ['images', 'overview', 'release_date', 'title'],
}

const filmParts: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['credits', ({ store }, film) => filmCredits(store, film)],
  // The open data names no trailers, providers, certificates or keywords: empty is the true answer.
  ['videos', () => ({ results: [] })],
  ['watch/providers', () => ({ results: {} })],
  ['release_dates', () => ({ results: [] })],
  ['keywords', () => ({ keywords: [] })],
  [
    'images',
    ({ store }, film, query) => filmPictures(at(store.films.id, film), genreIdsOf(store, film), query),
  ],
  ['external_ids', ({ store }, film) => externalIds(store, film)],
  ['alternative_titles', ({ store }, film) => alternativeTitles(store, film)],
  ['translations', ({ store }, film) => translations(store, film)],
])
/** These are lists: they are paged, and carry no id when asked for alone. */
const filmLists: ReadonlyMap<string, Part> = new Map<string, Part>([
  [
    'similar',
    async ({ store, titles }, film, query) =>
      paged(similarFilms(store, await titles(), film), query, (other) =>
        filmItem(store, other, languageOf(query)),
      ),
  ],
  [
    'recommendations',
    async ({ store, titles }, film, query) =>
      paged(recommendedFilms(store, await titles(), film), query, (other) =>
        mediaItem(store, other, languageOf(query)),
      ),
  ],
])
const personParts: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['movie_credits', ({ store }, person, query) => personCredits(store, person, languageOf(query))],
  ['external_ids', ({ store }, person) => personIds(store, person)],
  ['images', ({ store }, person) => personPictures(store, person)],
])

function filmOf({ store }: Library, argument: string): number {
  const film = store.films.find(idOf(argument))
  if (film === undefined) throw refusals.missing()
  return film
}
function personOf({ store }: Library, argument: string): number {
  const person = store.people.find(idOf(argument))
  if (person === undefined) throw refusals.missing()
  return person
}

/** The parts that a request appends; unknown ones are passed over, as the film database does. */
async function appended(
  library: Library,
  index: number,
  query: URLSearchParams,
  known: (part: string) => Part | undefined,
): Promise<Record<string, object>> {
  const answer: Record<string, object> = {}
  for (const part of partsOf(query)) {
    const make = known(part)
    if (make) answer[part] = await make(library, index, query)
  }
  return answer
}

const filmPart = (name: string) => filmParts.get(name) ?? filmLists.get(name)

const answerFilm: Answer = async (library, query, argument) => {
  const film = filmOf(library, argument)
  return {
    ...filmAnswer(library.store, film, languageOf(query)),
    ...(await appended(library, film, query, filmPart)),
  }
}

const answerFilmPart: Answer = async (library, query, argument, name) => {
  const list = filmLists.get(name)
  if (list) return list(library, filmOf(library, argument), query)
  const part = filmParts.get(name)
  if (!part) throw refusals.missing()
  return { id: idOf(argument), ...(await part(library, filmOf(library, argument), query)) }
}

const answerPerson: Answer = async (library, query, argument) => {
  const person = personOf(library, argument)
  return {
    ...personAnswer(library.store, person),
    ...(await appended(library, person, query, (part) => personParts.get(part))),
  }
}

const answerPersonPart: Answer = async (library, query, argument, name) => {
  const part = personParts.get(name)
  if (!part) throw refusals.missing()
  return { ...(await part(library, personOf(library, argument), query)), id: idOf(argument) }
}

function textOf(query: URLSearchParams): string {
  const text = query.get('query') ?? ''
  if (text.trim() === '') throw refusals.parameters()
  return text
}

const answerFilmSearch: Answer = async ({ store, titles }, query) => {
  const year = query.get('primary_release_year') || query.get('year') || null
  if (year !== null && !/^\d{1,4}$/.test(year)) throw refusals.parameters()
  const text = textOf(query)
  const found = searchTitles(store, await titles(), text, year === null ? null : Number(year))
  return paged(found, query, (film) => foundFilm(store, film, languageOf(query)))
}

const answerPersonSearch: Answer = async ({ store, names }, query) => {
  const text = textOf(query)
  const found = (await names()).search(text)
  return paged(found, query, (person) => foundPerson(store, person, languageOf(query)))
}

const answerTrending: Answer = ({ store, now }, query, window) => {
  const period = trendingPeriod(window === 'day' ? 'day' : 'week', now())
  return paged(trendingFilms(store, period), query, (film) => mediaItem(store, film, languageOf(query)))
}

const answerGenres: Answer = ({ store }, query) => ({
  genres: store.genres.map((genre) => ({ id: genre.id, name: genreName(genre, languageOf(query)) })),
})

/** Those that a film has, where the film database names all there are. */
const answerCountries: Answer = ({ store: { films } }) => {
  const codes = new Set(Array.from({ length: films.size }, (_, film) => films.countries(film)).flat())
  return [...codes].sort().map((code) => ({
    iso_3166_1: code,
    english_name: countryName(code),
    native_name: countryName(code),
  }))
}

const answerLanguages: Answer = ({ store: { films } }) => {
  const codes = new Set(Array.from({ length: films.size }, (_, film) => films.language(film)))
  return [...codes].sort().map((code) => ({
    iso_639_1: code,
    english_name: languageName(code).english,
    name: languageName(code).own,
  }))
}

/** Kinds of outside ids that the film database knows and the open data has none of. */
const otherSources = new Set([
  'facebook_id',
  'instagram_id',
  'tiktok_id',
  'tvdb_id',
  'twitter_id',
  'youtube_id',
])

const answerFind: Answer = ({ store }, query, outside) => {
  const { films, people } = store
  const source = query.get('external_source') ?? ''
  const found: Found = {
    movie_results: [],
    person_results: [],
    tv_results: [],
    tv_episode_results: [],
    tv_season_results: [],
  }
  if (source !== 'imdb_id' && source !== 'wikidata_id') {
    if (otherSources.has(source)) return found
    throw refusals.parameters()
  }
  const digits = Number((source === 'imdb_id' ? /^tt(\d{7,9})$/ : /^Q(\d{1,10})$/).exec(outside)?.[1] ?? 0)
  if (digits === 0) return found
  const film = (source === 'imdb_id' ? films.imdb : films.wikidata).indexOf(digits)
  const person = source === 'wikidata_id' ? people.wikidata.indexOf(digits) : -1
  if (film >= 0) found.movie_results.push(mediaItem(store, film, languageOf(query)))
  if (person >= 0) found.person_results.push({ ...personItem(store, person), media_type: 'person' })
  return found
}

const routes: readonly (readonly [RegExp, Answer])[] = [
  [/^configuration$/, () => configuration],
  [/^configuration\/countries$/, answerCountries],
  [/^configuration\/languages$/, answerLanguages],
  [/^watch\/providers\/movie$/, () => ({ results: [] })],
  [/^trending\/movie\/(day|week)$/, answerTrending],
  [/^search\/movie$/, answerFilmSearch],
  [/^search\/person$/, answerPersonSearch],
  [
    /^discover\/movie$/,
    ({ store }, query) =>
      paged(discoverFilms(store, query), query, (film) => filmItem(store, film, languageOf(query))),
  ],
  [/^genre\/movie\/list$/, answerGenres],
  [/^movie\/([^/]+)$/, answerFilm],
  [/^movie\/([^/]+)\/(.+)$/, answerFilmPart],
  [/^person\/([^/]+)$/, answerPerson],
  [/^person\/([^/]+)\/(.+)$/, answerPersonPart],
  [/^find\/([^/]+)$/, answerFind],
]

/**
 * The answer to a path such as `movie/603`, without the version before it.
 * @throws Refusal in the film database's own terms.
 */
export function answerPath(library: Library, path: string, query: URLSearchParams): Made {
  for (const [pattern, answer] of routes) {
    const match = pattern.exec(path)
    if (match) return answer(library, query, match[1] ?? '', match[2] ?? '')
  }
  throw refusals.missing()
}
