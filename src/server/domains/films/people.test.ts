import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSeenPeople } from '#shared/api/films.ts'
import { getPerson, getPersonCredits } from '#shared/api/people.ts'
import { countSeenPeople } from '#server/domains/films/people.service.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePersonDetails,
  type FilmSourceServer,
  type Reply,
} from '#test/fakes/film-source-server.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let source: FilmSourceServer
let app: TestApp
let member: TestMember
/** By number, what the source says of a person. */
const people = new Map<number, Record<string, unknown>>()

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url, SEARCH_HIDDEN_FILMS: '666' } })
  member = await buildMember(app)
})
beforeEach(async () => {
  people.clear()
  source.requests.length = 0
  source.otherwise((path): Reply => {
    const id = Number(path.split('/').at(-1))
    const known = people.get(id)
    return known && path === `/person/${id}` ? { json: known } : wireErrors.notFound
  })
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const tell = (id: number, overrides: Record<string, unknown> = {}) =>
  people.set(id, wirePersonDetails(id, overrides))
const person = (id: number) => app.call(getPerson, { as: member, params: { id } })
const credits = (id: number) => app.call(getPersonCredits, { as: member, params: { id } })

describe('a person', () => {
  test('is not for guests', async () => {
    for (const endpoint of [getPerson, getPersonCredits])
      expect((await app.call(endpoint, { params: { id: 1 } })).error).toMatchObject({
        code: 'auth.required',
      })
    expect(source.requests).toEqual([])
  })

  test('comes with what the page shows, from one request for both calls', async () => {
    tell(10)
    expect((await person(10)).data).toEqual({
      id: 10,
      name: 'Person 10',
      profile_path: '/person10.jpg',
      profile: '/t/p/h632/person10.jpg',
      biography: 'The life of person 10.',
      biographyLanguage: 'en',
      birthday: '1974-08-15',
      deathday: null,
      place_of_birth: 'Riyadh, Saudi Arabia',
      known_for_department: 'Acting',
      awards: { director: null, actor: null },
      saudi: { director: false, actor: false },
    })
    await credits(10)
    expect(source.requests.map(({ url }) => url.split('&')[0])).toEqual([
      '/person/10?append_to_response=movie_credits%2Ctranslations',
    ])
  })

  test('has a biography in the language asked for, else in English, else none', async () => {
    const translations = [
      { iso_3166_1: 'SA', iso_639_1: 'ar', data: { biography: 'حياة.' } },
      { iso_3166_1: 'FR', iso_639_1: 'fr', data: { biography: ' ' } },
      { iso_3166_1: 'DE', iso_639_1: 'de', data: { biography: 'Ein Leben.' } },
      { iso_3166_1: 'SA', iso_639_1: 'ar', data: null },
    ]
    tell(912, { translations: { translations } })
    tell(913, { biography: '', translations: { translations } })
    const told = async (id: number, language: 'ar' | 'en' | 'fr') => {
      const headers = { 'accept-language': language }
      const { data } = await app.call(getPerson, { as: member, params: { id }, headers })
      return [data.biographyLanguage, data.biography]
    }
    expect(await told(912, 'ar')).toEqual(['ar', 'حياة.'])
    expect(await told(912, 'fr')).toEqual(['en', 'The life of person 912.'])
    expect(await told(913, 'ar')).toEqual(['ar', 'حياة.'])
    expect(await told(913, 'fr')).toEqual(['', ''])
  })

  test('of whom little is known has blanks', async () => {
    people.set(11, { id: 11, name: 'Nobody', biography: null, birthday: 'long ago', movie_credits: null })
    expect((await person(11)).data).toMatchObject({
      profile_path: null,
      profile: null,
      biography: '',
      birthday: null,
      place_of_birth: null,
      known_for_department: '',
    })
    expect((await credits(11)).data).toEqual({ id: 11, cast: [], crew: [] })
  })

  test('has awards and the badge of Saudi talent by name', async () => {
    tell(12, { name: 'haifaa Al-Mansour' })
    tell(13, { name: 'Mila Al Zahrani' })
    tell(14, { name: 'mila al zahrani' })
    tell(15, { name: 'ang lee' })
    expect((await person(12)).data).toMatchObject({
      saudi: { director: true, actor: false },
      awards: { director: expect.stringContaining('.'), actor: null },
    })
    expect((await person(13)).data.saudi).toEqual({ director: false, actor: true })
    expect((await person(14)).data.saudi).toEqual({ director: false, actor: false })
    expect((await person(15)).data).toMatchObject({
      saudi: { director: false, actor: false },
      awards: { director: expect.stringContaining('Academy Award') },
    })
  })

  test('whom the source does not know is not found', async () => {
    for (const { status, error } of [await person(404), await credits(404)])
      expect([status, error.code, error.error]).toEqual([
        404,
        'person.not_found',
        'This person could not be found.',
      ])
  })

  test('is told from the kept answer while the source is down; others are told as such', async () => {
    tell(16, { biography: 'Kept.' })
    await person(16)
    await app.db
      .updateTable('film_source_cache')
      .set({ fetched_at: new Date(Date.now() - 100 * 86_400_000) })
      .execute()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
    const [database] = rows
    if (!database) throw new Error('no database')
    const later = await startTestApp({ env: { TMDB_BASE_URL: source.url }, database: database.name })
    try {
      source.otherwise(() => wireErrors.wrongKey)
      const ask = (id: number) => later.call(getPerson, { as: member, params: { id } })
      expect((await ask(16)).data.biography).toBe('Kept.')
      const films = await later.call(getPersonCredits, { as: member, params: { id: 16 } })
      expect(films.data.cast.length).toBeGreaterThan(0)
      const unknown = await ask(17)
      expect([unknown.status, unknown.error.code]).toEqual([503, 'film.source_down'])
    } finally {
      await later.close()
    }
  })
})

describe('the films of a person', () => {
  test('go by popularity, each once as cast and once for each job', async () => {
    tell(20)
    const { data } = await credits(20)
    expect(data.cast.map((film) => [film.id, film.character])).toEqual([
      [2, 'Her own ghost'],
      [1, 'Anna'],
    ])
    expect(data.crew.map((film) => [film.id, film.job])).toEqual([
      [2, 'Director'],
      [2, 'Writer'],
      [3, 'Director'],
    ])
    expect(data.crew[0]).toEqual({
      id: 2,
      title: 'Film 2',
      titleLang: 'en',
      poster_path: '/poster2.jpg',
      poster: '/t/p/w500/poster2.jpg',
      release_date: '1999-10-15',
      popularity: 9,
      job: 'Director',
      department: 'Directing',
    })
  })

  test('are without adult and hidden ones, series and broken items', async () => {
    const cast = [
      wireFilm(1, { adult: true }),
      wireFilm(666),
      { id: 3, name: 'A series', media_type: 'tv' },
      null,
      { title: 'No number' },
      wireFilm(2, { character: null }),
    ]
    tell(21, { movie_credits: { cast, crew: cast } })
    const { data } = await credits(21)
    expect(data.cast).toMatchObject([{ id: 2, character: '' }])
    expect(data.crew).toMatchObject([{ id: 2, job: '', department: '' }])
  })

  test('are the 500 most popular of each at most, wherever the source has them', async () => {
    const cast = Array.from({ length: 800 }, (_, index) => wireFilm(1000 + index, { popularity: index }))
    tell(22, { movie_credits: { cast, crew: cast } })
    const { data } = await credits(22)
    expect([data.cast.length, data.crew.length]).toEqual([500, 500])
    expect([data.cast[0]?.id, data.cast.at(-1)?.id]).toEqual([1799, 1300])
  })
})

test('the built-in catalogue has people too', async () => {
  const builtIn = await startTestApp()
  try {
    const as = await buildMember(builtIn)
    const [found] = (await builtIn.ctx.filmSource.searchPeople('haifaa al-mansour', 1)).results
    const id = found?.id ?? 0
    const { data } = await builtIn.call(getPerson, { as, params: { id } })
    expect(data).toMatchObject({ name: 'Haifaa Al-Mansour', biography: '', saudi: { director: true } })
    const films = await builtIn.call(getPersonCredits, { as, params: { id } })
    expect(films.data.crew.map((film) => film.title)).toContain('Wadjda')
    expect(await fetch(`${builtIn.url}${data.profile}`).then((picture) => picture.status)).toBe(200)
  } finally {
    await builtIn.close()
  }
})

describe('the people seen most here', () => {
  const seen = (role: 'actor' | 'director') => app.call(listSeenPeople, { as: member, query: { role } })
  const names = async (role: 'actor' | 'director') => (await seen(role)).data.map(({ name }) => name)
  const actor = (id: number, name: string, order: number, profile_path: string | null = '/face.jpg') => ({
    id,
    name,
    order,
    profile_path,
    character: 'X',
  })
  const director = (id: number, name: string) => ({
    id,
    name,
    job: 'Director',
    department: 'Directing',
    profile_path: '/face.jpg',
  })
  const salt = {
    id: 501,
    title: 'Salt',
    credits: {
      cast: [
        actor(1, 'Amal', 0),
        actor(2, 'Basil', 1),
        actor(3, 'No Portrait', 2, null),
        actor(4, 'Ninth', 8),
      ],
      crew: [director(9, 'Dina'), { ...director(8, 'Editor'), job: 'Editor' }],
    },
  }
  const storm = {
    id: 502,
    title: 'Storm',
    credits: { cast: [actor(5, 'Carla', 0), actor(2, 'Basil', 1)], crew: [director(9, 'Dina')] },
  }

  async function logFilms(...films: readonly [typeof salt, number][]) {
    source.otherwise((path): Reply => {
      const film = films.find(([{ id }]) => path === `/movie/${id}`)?.[0]
      return film ? { json: wireDetails(film.id, film) } : wireErrors.notFound
    })
    for (const [{ id, title }, logs] of films) {
      await buildFilm(app, { id, title })
      await app.db
        .insertInto('film_stats')
        .values({ film_id: id, logs, ratings: 0, rating_sum: 0, by_rating: Array(10).fill(0) as number[] })
        .execute()
    }
  }

  test('are nobody before films are logged', async () => {
    await countSeenPeople(app.ctx)
    expect((await seen('actor')).data).toEqual([])
  })

  test('act in leading parts of the films logged most, and direct them, the most seen first', async () => {
    await logFilms([salt, 5], [storm, 7])
    await countSeenPeople(app.ctx)
    expect(await names('actor')).toEqual(['Basil', 'Carla', 'Amal'])
    const [dina, ...others] = (await seen('director')).data
    expect(others).toEqual([])
    expect(dina).toMatchObject({
      id: 9,
      name: 'Dina',
      known_for_department: 'Directing',
      knownFor: ['Storm', 'Salt'],
      profile: expect.stringContaining('/w185/') as unknown,
    })
  })

  test('change with what is logged, and stay while the source is down', async () => {
    await app.db.updateTable('film_stats').set({ logs: 0 }).where('film_id', '=', 502).execute()
    await countSeenPeople(app.ctx)
    expect(await names('actor')).toEqual(['Amal', 'Basil'])
    await buildFilm(app, { id: 503 })
    await app.db
      .insertInto('film_stats')
      .values({ film_id: 503, logs: 9, ratings: 0, rating_sum: 0, by_rating: Array(10).fill(0) as number[] })
      .execute()
    source.otherwise((): Reply => ({ status: 503, json: {} }))
    await expect(countSeenPeople(app.ctx)).rejects.toMatchObject({ code: 'film.source_down' })
    expect(await names('actor')).toEqual(['Amal', 'Basil'])
  })

  test('are for members', async () => {
    expect((await app.call(listSeenPeople, { query: { role: 'actor' } })).status).toBe(401)
  })
})
