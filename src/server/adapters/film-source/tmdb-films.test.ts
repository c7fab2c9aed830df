import { afterEach, beforeEach, expect, test } from 'vitest'
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
    wikidata_id: 'Q190050',
    translations: [{ language: 'ar', title: 'فيلم 5', overview: '', tagline: '' }],
  })
  expect(asked().pathname).toBe('/movie/5')
  expect(asked().searchParams.get('append_to_response')).toBe(
    'alternative_titles,translations,external_ids,images',
  )
  expect(asked().searchParams.get('include_image_language')).toBe('ar,fr')
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

test('each language once: its home’s words first, whole ones for Scene’s languages and the film’s own', async () => {
  const said = (code: string, country: string, data: unknown) => ({
    iso_639_1: code,
    iso_3166_1: country,
    data,
  })
  source.next({
    json: wireDetails(550, {
      original_language: 'ja',
      translations: {
        translations: [
          said('fr', 'CA', { title: 'Titre du Québec', overview: 'Du Québec.', tagline: 'Là-bas.' }),
          said('fr', 'FR', { title: 'Titre', overview: 'De France.', tagline: '' }),
          said('ja', 'JP', { title: '題', overview: '話。', tagline: '' }),
          said('de', 'DE', { title: 'Titel', overview: 'Eine Geschichte.' }),
          said('es', 'ES', { title: ' ', overview: 'Un cuento.' }),
          said('cn', 'HK', { title: '港題' }),
          said('xx', 'US', { title: 'No language' }),
          said('qq', 'US', { title: 'None that there is' }),
          said('ARABIC', 'SA', { title: 'Not a code' }),
          said('ar', 'SA', null),
          null,
        ],
      },
    }),
  })
  const film = await films.film(550)
  const ofLanguage = Object.fromEntries(film?.translations.map((one) => [one.language, one]) ?? [])
  expect(ofLanguage).toEqual({
    fr: { language: 'fr', title: 'Titre', overview: 'De France.', tagline: 'Là-bas.' },
    ja: { language: 'ja', title: '題', overview: '話。', tagline: '' },
    de: { language: 'de', title: 'Titel', overview: '', tagline: '' },
    cn: { language: 'cn', title: '港題', overview: '', tagline: '' },
  })
})

test('the jobs that are shown are found however large the crew is', async () => {
  const crew = (job: string, id: number) => ({ id, name: `Person ${id}`, department: 'Crew', job })
  const extras = Array.from({ length: 900 }, (_, at) => crew('Visual Effects', at + 100))
  source.next({
    json: wireDetails(550, {
      credits: {
        cast: [],
        crew: [...extras, crew('Director', 1), crew('Screenplay', 2), crew('Driver', 3)],
      },
    }),
  })
  expect((await films.film(550))?.crew.map(({ job }) => job)).toEqual(['Director', 'Screenplay'])
})

test('films for adults are in no answer', async () => {
  const adult = wireFilm(666, { adult: true })
  source.next({ json: wirePage([adult, wireFilm(1)]) }, { json: wirePage([adult, wireFilm(1)]) })
  expect((await films.trending()).map(({ id }) => id)).toEqual([1])
  expect((await films.search('film', 1)).results.map(({ id }) => id)).toEqual([1])
  source.next({ json: wireDetails(666, { adult: true }) }, { json: wireDetails(666, { adult: true }) })
  expect(await films.film(666)).toBeNull()
  expect(await films.filmTitles(666)).toBeNull()
  source.next({ json: wireFound([adult]) })
  expect(await films.filmByImdbId('tt0000666')).toBeNull()
  source.next({
    json: wireDetails(2, { similar: wirePage([adult]), recommendations: wirePage([adult, wireFilm(3)]) }),
  })
  expect((await films.film(2))?.similar.map(({ id }) => id)).toEqual([3])
  const credit = { ...adult, character: 'Self', credit_id: 'x', order: 0 }
  source.next({
    json: wirePersonDetails(7, {
      movie_credits: { cast: [credit], crew: [{ ...credit, job: 'Director', department: 'Directing' }] },
    }),
  })
  expect(await films.person(7)).toMatchObject({ cast: [], crew: [], known_for: [] })
})

test('people come with their department and films, without series and broken items', async () => {
  source.next({
    json: wirePage([
      wireFoundPerson(10),
      { id: 11 },
      wireFoundPerson(12, { known_for_department: null, known_for: null, profile_path: null }),
      wireFoundPerson(10),
    ]),
  })
  expect(await films.searchPeople('anna', 2)).toEqual({
    page: 1,
    total_pages: 1,
    total_results: 4,
    results: [
      {
        id: 10,
        name: 'Person 10',
        profile_path: '/person10.jpg',
        known_for_department: 'Acting',
        known_for: [11, 13].map((id) => ({
          id,
          title: `Film ${id}`,
          original_title: `Film ${id}`,
          original_language: 'en',
        })),
        adult: false,
      },
      {
        id: 12,
        name: 'Person 12',
        profile_path: null,
        known_for_department: '',
        known_for: [],
        adult: false,
      },
    ],
  })
  expect(source.requests.at(-1)?.url).toMatch(/^\/search\/person\?query=anna&page=2&include_adult=false/)
})
