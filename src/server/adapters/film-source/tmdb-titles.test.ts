import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from '#server/core/logger.ts'
import {
  startFilmSourceServer,
  wireErrors,
  wireFilm,
  wireFound,
  wirePage,
  wireTitles,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import type { LiveFilmSource } from './film-source.ts'
import { createNetworkFetch } from './network-fetch.ts'
import { createTmdbClient } from './tmdb-client.ts'

let source: FilmSourceServer
let films: LiveFilmSource

beforeEach(async () => {
  source = await startFilmSourceServer()
  films = createTmdbClient({
    baseUrl: source.url,
    apiKey: 'key',
    fetch: createNetworkFetch(),
    logger: createLogger('silent'),
    tries: 1,
  })
})
afterEach(() => source.close())

const asked = () => new URL(source.requests.at(-1)?.url ?? '', source.url)

test('a search of a year asks for films first shown in it', async () => {
  source.otherwise(() => ({ json: wirePage([wireFilm(1)]) }))
  await films.search('heat', 2, 1995)
  expect(Object.fromEntries(asked().searchParams)).toMatchObject({
    query: 'heat',
    page: '2',
    primary_release_year: '1995',
    include_adult: 'false',
  })
  await films.search('heat', 1)
  expect(asked().searchParams.has('primary_release_year')).toBe(false)
})

test('all titles of a film come from one request, each once, without blank ones and its own', async () => {
  source.next({
    json: wireTitles(5, ['Other', 'Other', '', 'Film 5'], { original_title: 'فيلم 5', runtime: 101 }),
  })
  expect(await films.filmTitles(5)).toMatchObject({
    id: 5,
    title: 'Film 5',
    original_title: 'فيلم 5',
    titles: ['Other'],
    runtime: 101,
    genre_ids: [18],
    origin_country: ['US'],
    imdb_id: 'tt0137523',
  })
  expect(asked().pathname).toBe('/movie/5')
  expect(asked().searchParams.get('append_to_response')).toBe('alternative_titles,translations')
})

test('missing parts leave a film without other titles', async () => {
  const { alternative_titles: _, translations: __, ...film } = wireTitles(5, [])
  source.next({ json: film })
  expect(await films.filmTitles(5)).toMatchObject({ id: 5, titles: [] })
})

test('a number at IMDb names a film, never a series or a person', async () => {
  source.next({ json: wireFound([{ ...wireFilm(603), media_type: 'movie' }]) })
  expect(await films.filmByImdbId('tt0133093')).toMatchObject({ id: 603 })
  expect(asked().pathname).toBe('/find/tt0133093')
  expect(asked().searchParams.get('external_source')).toBe('imdb_id')
  source.next({ json: { ...wireFound([]), tv_results: [{ id: 7, name: 'A series', media_type: 'tv' }] } })
  expect(await films.filmByImdbId('tt0903747')).toBeNull()
  source.next(wireErrors.notFound)
  expect(await films.filmByImdbId('tt0')).toBeNull()
})

test.each([
  ['filmTitles', () => films.filmTitles(5)],
  ['filmByImdbId', () => films.filmByImdbId('tt0133093')],
])('%s: an answer in an unknown shape is the source being down', async (_, ask) => {
  source.next({ json: { results: 'none' } })
  await expect(ask()).rejects.toMatchObject({ code: 'film.source_down' })
})
