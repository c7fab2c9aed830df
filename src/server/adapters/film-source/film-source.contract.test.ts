import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCatalogue } from '#built-in/catalogue/catalogue.ts'
import { createLogger } from '#server/core/logger.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wireFound,
  wireFoundPerson,
  wirePage,
  wirePersonDetails,
  wireTitles,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import type { LiveFilmSource } from './film-source.ts'
import { createNetworkFetch } from './network-fetch.ts'
import { createTmdbClient, type TmdbFetch } from './tmdb-client.ts'

const logger = createLogger('silent')
let server: FilmSourceServer

const matrix = wireFilm(603, { title: 'The Matrix', release_date: '1999-03-31' })
const amelie = {
  title: 'Amélie',
  original_title: "Le Fabuleux Destin d'Amélie Poulain",
  imdb_id: 'tt0211915',
  wikidata_id: 'Q484048',
}

const wireProviders = [
  { provider_id: 337, provider_name: 'Second', logo_path: '/second.jpg', display_priority: 4 },
  { provider_id: 8, provider_name: 'First', logo_path: '/first.jpg', display_priority: 1 },
  { provider_id: 8, provider_name: 'First', logo_path: '/first.jpg', display_priority: 1 },
]

beforeAll(async () => {
  server = await startFilmSourceServer()
  const films = Array.from({ length: 60 }, (_, index) => wireFilm(600 + index, { title: `Night ${index}` }))
  server.otherwise((path, query) => {
    if (path === '/trending/movie/week')
      return {
        json: wirePage(
          films.slice(0, 20).map((film) => wireFilm(Number(film['id']), { media_type: 'movie' })),
        ),
      }
    if (path === '/search/movie') {
      const page = Number(query.get('page'))
      if (query.get('query') === 'the matrix')
        return { json: wirePage(query.get('primary_release_year') === '1999' ? [matrix] : []) }
      const results = query.get('query') === 'night' ? films.slice((page - 1) * 20, page * 20) : []
      return { json: wirePage(results, { page, total_pages: results.length ? 3 : 0 }) }
    }
    if (path === '/discover/movie') {
      const wanted = (query.get('with_genres') ?? '18').split(',').map(Number)
      const results = wanted.every((genre) => [18, 53].includes(genre)) ? films.slice(0, 20) : []
      if (query.get('sort_by') === 'title.asc')
        results.sort((a, b) => String(a['title']).localeCompare(String(b['title']), 'en', { numeric: true }))
      return { json: wirePage(query.get('page') === '1' ? results : []) }
    }
    if (path === '/genre/movie/list')
      return {
        json: {
          genres: [
            { id: 18, name: 'Drama' },
            { id: 'x', name: 'Broken' },
            { id: 53, name: 'Thriller' },
          ],
        },
      }
    if (path === '/configuration/countries')
      return { json: [{ iso_3166_1: 'SA', english_name: 'Saudi Arabia' }, { iso_3166_1: 'US' }, {}] }
    if (path === '/configuration/languages')
      return { json: [{ iso_639_1: 'ar', english_name: 'Arabic' }, { iso_639_1: 'en' }, 3] }
    if (path === '/watch/providers/movie')
      return { json: { results: query.get('watch_region') === 'SA' ? wireProviders : [] } }
    if (path === '/search/person') {
      const people = ['Acting', 'Directing'].map((department, index) =>
        wireFoundPerson(7 + index, { name: `Anna ${index}`, known_for_department: department }),
      )
      return { json: wirePage(query.get('query') === 'anna' ? people : []) }
    }
    if (path.startsWith('/find/'))
      return { json: wireFound(path === '/find/tt0133093' ? [{ ...matrix, media_type: 'movie' }] : []) }
    const id = Number(path.split('/').at(-1))
    if (id === 194 && query.get('append_to_response')?.startsWith('alternative_titles,'))
      return {
        json: wireTitles(194, ['Amelie from Montmartre', 'Amélie'], {
          ...amelie,
          original_language: 'fr',
          external_ids: { imdb_id: amelie.imdb_id, wikidata_id: amelie.wikidata_id },
        }),
      }
    if (path.startsWith('/person/'))
      return id < 10 ? { json: wirePersonDetails(id, { name: 'Anna 0' }) } : wireErrors.notFound
    return films.some((film) => film['id'] === id) ? { json: wireDetails(id) } : wireErrors.notFound
  })
})
afterAll(() => server.close())

function catalogue(): TmdbFetch {
  const builtIn = createCatalogue()
  return (url, init) => builtIn.fetch(url, init)
}

/** What the rest of Scene relies on, whichever film database answers. */
describe.each<[string, () => LiveFilmSource]>([
  [
    'the built-in catalogue',
    () =>
      createTmdbClient({
        baseUrl: 'https://api.themoviedb.org/3',
        apiKey: null,
        fetch: catalogue(),
        logger,
      }),
  ],
  [
    'a film database on the network',
    () => createTmdbClient({ baseUrl: server.url, apiKey: 'key', fetch: createNetworkFetch(), logger }),
  ],
])('%s', (_, connect) => {
  let films: LiveFilmSource
  beforeAll(() => {
    films = connect()
  })

  test('has 20 trending films with all that a list shows', async () => {
    const trending = await films.trending()
    expect(trending.length).toBeGreaterThanOrEqual(20)
    for (const film of trending) {
      expect(film.title).not.toBe('')
      expect(film.poster_path).toMatch(/^\/[A-Za-z0-9_-]+\.jpg$/)
      expect(film.release_date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(film.vote_average).toBeGreaterThanOrEqual(0)
      expect(film.vote_average).toBeLessThanOrEqual(10)
    }
  })

  test('finds films by title, page by page', async () => {
    const first = await films.search('night', 1)
    expect(first.results.length).toBeGreaterThan(0)
    expect(first.results.some((film) => /night/i.test(film.title))).toBe(true)
    expect(first.page).toBe(1)
    expect(first.total_pages).toBeGreaterThan(1)
    const second = await films.search('night', 2)
    const ids = new Set(first.results.map((film) => film.id))
    expect(second.results.some((film) => ids.has(film.id))).toBe(false)
  })

  test('finds nothing for nonsense and beyond the last page', async () => {
    expect((await films.search('zzqxjw vvkq', 1)).results).toEqual([])
    expect((await films.search('night', 500)).results).toEqual([])
  })

  test('finds films of a year only', async () => {
    const { results } = await films.search('the matrix', 1, 1999)
    expect(results.map((film) => film.id)).toContain(603)
    for (const film of results) expect(film.release_date).toMatch(/^1999-/)
    expect((await films.search('the matrix', 1, 1911)).results).toEqual([])
  })

  test('has a film with its other titles', async () => {
    const film = await films.filmTitles(194)
    expect(film).toMatchObject({ id: 194, ...amelie, adult: false })
    expect(film?.runtime).toBeGreaterThan(0)
    expect(film?.origin_country.length).toBeGreaterThan(0)
    expect(film?.genre_ids.length).toBeGreaterThan(0)
    expect(film?.titles).not.toContain(film?.title)
    expect(film?.titles).not.toContain(film?.original_title)
    expect(film?.translations.length).toBeGreaterThan(0)
    expect(await films.filmTitles(2_147_483_600)).toBeNull()
  })

  test('has a film by its number at IMDb', async () => {
    expect(await films.filmByImdbId('tt0133093')).toMatchObject({ id: 603, title: 'The Matrix' })
    expect(await films.filmByImdbId('tt9999999')).toBeNull()
  })

  test('has films by genre and year, none beyond the last page', async () => {
    const filter = { genres: { all: [18, 53] }, from: 1999, to: 1999, minVotes: 100 }
    const { results } = await films.discover(filter, 'popular', 1)
    expect(results.length).toBeGreaterThan(0)
    for (const film of results) {
      expect(film.genre_ids).toEqual(expect.arrayContaining([18, 53]))
      expect(film.release_date).toMatch(/^1999-/)
      expect(film.vote_count).toBeGreaterThanOrEqual(100)
    }
    expect((await films.discover(filter, 'popular', 400)).results).toEqual([])
    expect((await films.discover({ genres: { all: [99_999] } }, 'popular', 1)).results).toEqual([])
  })

  test('has films by title', async () => {
    const { results } = await films.discover({ genres: { all: [18] } }, 'title', 1)
    const letters = results.map(({ title }) => title.replace(/^[^\p{L}\p{N}]+/u, '').toLowerCase())
    expect(letters.length).toBe(20)
    expect(letters).toEqual(
      letters.toSorted(new Intl.Collator('en', { ignorePunctuation: true, numeric: true }).compare),
    )
  })

  test('knows what films can be discovered by', async () => {
    const { genres, countries, languages } = await films.values()
    expect(genres).toEqual(expect.arrayContaining([{ id: 18, name: 'Drama' }]))
    expect(countries).toEqual(expect.arrayContaining(['SA', 'US']))
    expect(languages).toEqual(expect.arrayContaining(['ar', 'en']))
    for (const code of countries) expect(code).toMatch(/^[A-Z]{2}$/)
    for (const code of languages) expect(code).toMatch(/^[a-z]{2}$/)
    expect(await films.providers('AQ')).toEqual([])
  })

  test('has each listed film with its people, pictures and similar films', async () => {
    const [listed] = await films.trending()
    const film = await films.film(listed?.id ?? 0)
    expect(film).toMatchObject({ id: listed?.id, poster_path: listed?.poster_path })
    expect(film?.cast.length).toBeGreaterThan(0)
    expect(film?.crew.some((member) => member.job === 'Director')).toBe(true)
    expect(film?.backdrops.length).toBeGreaterThan(0)
    expect(film?.posters.length).toBeGreaterThan(0)
    expect(film?.similar.length).toBeGreaterThan(0)
    expect(film?.similar.some((other) => other.id === film.id)).toBe(false)
    expect(film?.genre_ids).toEqual(film?.genres.map((genre) => genre.id))
    expect(film?.imdb_id).toMatch(/^tt\d+$/)
    expect(film?.wikidata_id).toMatch(/^Q\d+$/)
    expect(film?.production_countries.length).toBeGreaterThan(0)
    expect(new Set(film?.translations.map(({ language }) => language)).size).toBe(film?.translations.length)
    expect(film?.translations.length).toBeGreaterThan(0)
    for (const { language, title, overview } of film?.translations ?? []) {
      expect(language).toMatch(/^[a-z]{2}$/)
      expect(title + overview).not.toBe('')
    }
  })

  test('finds people by name, with what they are known for', async () => {
    const { results } = await films.searchPeople('anna', 1)
    expect(new Set(results.map((person) => person.known_for_department))).toEqual(
      new Set(['Acting', 'Directing']),
    )
    for (const person of results) {
      expect(person.name).toMatch(/anna/i)
      expect(person.profile_path).toMatch(/^\/[A-Za-z0-9_-]+\.jpg$/)
      expect(person.known_for.length).toBeGreaterThan(0)
    }
    expect((await films.searchPeople('zzqxjw vvkq', 1)).results).toEqual([])
  })

  test('has each found person by number too', async () => {
    const [found] = (await films.searchPeople('anna', 1)).results
    const person = await films.person(found?.id ?? 0)
    expect(person).toMatchObject({ id: found?.id, name: found?.name, profile_path: found?.profile_path })
    expect(person?.known_for.length).toBeGreaterThan(0)
    expect(await films.person(2_147_483_600)).toBeNull()
  })

  test('has the films of a person in one order, each once a role', async () => {
    const { results } = await films.searchPeople('anna', 1)
    for (const { id } of results.slice(0, 5)) {
      const person = await films.person(id)
      const { cast = [], crew = [] } = person ?? {}
      expect(cast.length + crew.length).toBeGreaterThan(0)
      expect(new Set(cast.map((film) => film.id)).size).toBe(cast.length)
      expect(new Set(crew.map((film) => `${film.id}:${film.job}`)).size).toBe(crew.length)
      for (const credits of [cast, crew]) {
        const popularity = credits.map((film) => film.popularity)
        expect(popularity).toEqual(popularity.toSorted((a, b) => b - a))
        for (const film of credits) expect(film.title).not.toBe('')
      }
    }
  })

  test('answers null for a film it does not know', async () => {
    expect(await films.film(2_147_483_600)).toBeNull()
  })
})

test('who streams films in a region is told once each, the most usual first', async () => {
  const films = createTmdbClient({ baseUrl: server.url, apiKey: 'key', fetch: createNetworkFetch(), logger })
  expect(await films.providers('SA')).toEqual([
    { provider_id: 8, provider_name: 'First', logo_path: '/first.jpg' },
    { provider_id: 337, provider_name: 'Second', logo_path: '/second.jpg' },
  ])
})
