import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createLogger } from '#server/core/logger.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wireFound,
  wirePage,
  wirePersonDetails,
  wireTitles,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { createDatabase, dropDatabase } from '#test/harness.ts'
import { createAnswerStore } from './answer-store.ts'
import { createCachedFilmSource } from './cached-film-source.ts'
import { createNetworkFetch } from './network-fetch.ts'
import { createTmdbClient } from './tmdb-client.ts'

const name = `t_${randomBytes(8).toString('hex')}`
const hour = 3_600_000
const day = 24 * hour
const down = { code: 'film.source_down' }

let source: FilmSourceServer
let database: Database
let time: number
let reports: unknown[]

beforeAll(async () => {
  await createDatabase(name)
  database = openDatabase({ ...inject('server'), database: name, max: 5 }, () => {})
  source = await startFilmSourceServer()
})
beforeEach(async () => {
  await database.db.deleteFrom('film_source_cache').execute()
  source.requests.length = 0
  source.otherwise(() => wireErrors.notFound)
  time = Date.parse('2026-05-01T12:00:00Z')
  reports = []
})
afterAll(async () => {
  await source.close()
  await database.close()
  await dropDatabase(name)
})

/** One instance of Scene's film source; several share the stored answers. */
function instance({ sourceName = 'test', stored = true } = {}) {
  const live = createTmdbClient({
    baseUrl: source.url,
    apiKey: 'key',
    fetch: createNetworkFetch(),
    logger: createLogger('silent'),
    clock: { now: () => time, sleep: async () => {} },
    breakAfter: 1000,
  })
  return createCachedFilmSource({
    live,
    store: stored ? createAnswerStore(database.db, (error) => reports.push(error)) : null,
    name: sourceName,
    now: () => new Date(time),
    report: (error) => reports.push(error),
  })
}

const titled = (title: string) => (path: string) => ({
  json: wireDetails(Number(path.split('/').at(-1)), { title }),
})
const isDown = () => source.otherwise(() => wireErrors.gateway)
const keys = async () =>
  (await database.db.selectFrom('film_source_cache').select('key').execute()).map((row) => row.key)

describe('fresh answers', () => {
  test('50 callers at once cost one request and one row', async () => {
    source.otherwise(titled('One'))
    const films = instance()
    const answers = await Promise.all(Array.from({ length: 50 }, () => films.film(5)))
    expect(answers.every((film) => film?.title === 'One')).toBe(true)
    expect(source.requests).toHaveLength(1)
    expect(await keys()).toHaveLength(1)
  })

  test('another instance, and a later one, use the stored answer', async () => {
    source.otherwise(titled('One'))
    const first = await instance().film(5)
    time += 23 * hour
    expect(await instance().film(5)).toEqual(first)
    expect(source.requests).toHaveLength(1)
  })

  test.each([
    ['trending', 6, (films: ReturnType<typeof instance>) => films.trending()],
    ['search', 1, (films: ReturnType<typeof instance>) => films.search('heat', 1)],
  ])('%s is fresh for %i hours, then renewed behind the answer', async (_, hours, ask) => {
    source.otherwise(() => ({ json: wirePage([wireFilm(1)]) }))
    await ask(instance())
    time += hours * hour - 1
    await ask(instance())
    expect(source.requests).toHaveLength(1)
    time += 2
    await ask(instance())
    await vi.waitFor(() => expect(source.requests).toHaveLength(2))
  })

  test('the same words in other letters and spaces are the same search', async () => {
    source.otherwise(() => ({ json: wirePage([wireFilm(1)]) }))
    const films = instance()
    await films.search('The  Heat ', 1)
    await films.search('the heat', 1)
    await films.search('the heat', 2)
    expect(source.requests).toHaveLength(2)
  })

  test('answers of one source are not taken for those of another', async () => {
    source.otherwise(titled('One'))
    await instance({ sourceName: 'one' }).film(5)
    await instance({ sourceName: 'two' }).film(5)
    expect(source.requests).toHaveLength(2)
  })

  test('without a store hot answers are kept in memory for minutes only', async () => {
    source.otherwise(titled('One'))
    const films = instance({ stored: false })
    await films.film(5)
    time += 29 * 60_000
    await films.film(5)
    expect(source.requests).toHaveLength(1)
    time += 2 * 60_000
    await films.film(5)
    expect(source.requests).toHaveLength(2)
    expect(await keys()).toEqual([])
  })
})

describe('stale answers', () => {
  test('a film page does not wait: the old answer now, the new one next time', async () => {
    source.otherwise(titled('Old'))
    const films = instance()
    await films.film(5)
    time += 2 * day
    source.otherwise(titled('New'))
    expect((await films.film(5))?.title).toBe('Old')
    await vi.waitFor(async () => expect((await films.film(5))?.title).toBe('New'))
    expect(source.requests).toHaveLength(2)
  })

  test('what a clock a year ahead dated is asked for again, and used while the source is down', async () => {
    source.otherwise(titled('Early'))
    time += 365 * day
    await instance().film(5)
    time -= 365 * day
    isDown()
    expect((await instance().film(5))?.title).toBe('Early')
    source.otherwise(titled('Now'))
    const films = instance()
    await vi.waitFor(async () => expect((await films.film(5))?.title).toBe('Now'))
  })

  test('while the source is down answers of up to six months are used', async () => {
    source.otherwise((path) =>
      path === '/movie/5' ? titled('Old')(path) : { json: wirePage([wireFilm(1)]) },
    )
    const before = instance()
    await before.film(5)
    const week = await before.trending()
    isDown()
    time += 179 * day
    const films = instance()
    expect((await films.film(5))?.title).toBe('Old')
    expect(await films.trending()).toEqual(week)
    await expect(films.film(6)).rejects.toMatchObject(down)
    expect(reports).toEqual([])
  })

  test('older ones are not used, and are deleted', async () => {
    source.otherwise((path) => (path.startsWith('/movie/') ? titled('Old')(path) : { json: wirePage([]) }))
    await instance().film(5)
    await instance().search('heat', 1)
    time += 181 * day
    isDown()
    await expect(instance().film(5)).rejects.toMatchObject(down)
    source.otherwise(titled('New'))
    await instance().film(6)
    await vi.waitFor(async () => expect(await keys()).toEqual([expect.stringMatching(/^film:.*:6$/)]))
  })

  test('the source is asked again soon after it was down', async () => {
    source.otherwise(() => ({ json: wirePage([wireFilm(1)]) }))
    const films = instance()
    await films.trending()
    time += 3 * day
    isDown()
    await films.trending()
    source.otherwise(() => ({ json: wirePage([wireFilm(2)]) }))
    time += 31_000
    expect((await films.trending()).map((film) => film.id)).toEqual([2])
  })
})

describe('films the source does not know', () => {
  test('are not asked for again within the hour', async () => {
    const films = instance()
    expect(await films.film(5)).toBeNull()
    expect(await films.film(5)).toBeNull()
    expect(await instance().film(5)).toBeNull()
    expect(source.requests).toHaveLength(1)
  })

  test('are found once the source has them', async () => {
    const films = instance()
    expect(await films.film(5)).toBeNull()
    source.otherwise(titled('New'))
    time += hour + 1
    expect((await films.film(5))?.title).toBe('New')
  })

  test('stay unknown while the source is down', async () => {
    await instance().film(5)
    isDown()
    time += 2 * hour
    expect(await instance().film(5)).toBeNull()
  })
})

test('people are kept as films are, and never taken for them', async () => {
  source.otherwise((path) =>
    path.startsWith('/search') ? { json: wirePage([]) } : { json: wirePersonDetails(5) },
  )
  const films = instance()
  await films.search('anna', 1)
  await Promise.all([films.searchPeople(' ANNA ', 1), films.searchPeople('anna', 1)])
  await films.person(5)
  expect(source.requests).toHaveLength(3)
  isDown()
  time += 2 * hour
  expect(await instance().person(5)).toMatchObject({ name: 'Person 5' })
  expect(await instance().searchPeople('anna', 1)).toMatchObject({ results: [] })
  await expect(instance().searchPeople('anna', 2)).rejects.toMatchObject(down)
  expect((await keys()).toSorted()).toEqual([
    'person:4:test:5',
    'search-people:3:test:1:anna',
    'search:2:test:1:anna',
  ])
})

test('what a history asks for is asked once, a year being a question of its own', async () => {
  source.otherwise((path) =>
    path.startsWith('/search')
      ? { json: wirePage([wireFilm(5)]) }
      : path.startsWith('/find')
        ? { json: wireFound([]) }
        : { json: wireTitles(5, ['Other']) },
  )
  const ask = async (films: ReturnType<typeof instance>) => [
    await films.search('Heat', 1, 1995),
    await films.search(' heat', 1, 1996),
    await films.filmTitles(5),
    await films.filmByImdbId('tt0113277'),
  ]
  const first = await ask(instance())
  expect(source.requests).toHaveLength(4)
  isDown()
  time += hour
  expect(await ask(instance())).toEqual(first)
  await expect(instance().search('heat', 1)).rejects.toMatchObject(down)
  expect((await keys()).toSorted()).toEqual([
    'film-imdb:2:test:tt0113277',
    'film-titles:3:test:5',
    'search-year:2:test:1995:1:heat',
    'search-year:2:test:1996:1:heat',
  ])
})

test('films by what they are: equal filters are one question, however they are written', async () => {
  source.otherwise(() => ({ json: wirePage([wireFilm(5)]) }))
  const films = instance()
  await films.discover({ from: 1980, language: 'ja' }, 'best', 1)
  await films.discover({ language: 'ja', from: 1980 }, 'best', 1)
  expect(source.requests).toHaveLength(1)
  await films.discover({ language: 'ja', from: 1980 }, 'popular', 1)
  await films.discover({ language: 'ja', from: 1980 }, 'best', 2)
  await films.discover({ language: 'ja', from: 1981 }, 'best', 1)
  expect(source.requests).toHaveLength(4)
  isDown()
  time += 7 * hour
  expect(await instance().discover({ from: 1980, language: 'ja' }, 'best', 1)).toMatchObject({
    results: [{ id: 5 }],
  })
})

test('an answer reaches the caller even when it cannot be stored', async () => {
  source.otherwise(titled('One'))
  const store = createAnswerStore(database.db, () => {})
  const films = createCachedFilmSource({
    live: createTmdbClient({
      baseUrl: source.url,
      apiKey: 'key',
      fetch: createNetworkFetch(),
      logger: createLogger('silent'),
    }),
    store: { ...store, put: () => Promise.reject(new Error('disk full')) },
    name: 'test',
    now: () => new Date(time),
    report: (error) => reports.push(error),
  })
  expect((await films.film(5))?.title).toBe('One')
  expect(reports).toHaveLength(1)
})

describe('what is kept of a film', () => {
  test('is told by any instance, however old, and the source is not asked', async () => {
    source.otherwise(titled('One'))
    expect(await instance().peekFilm(5)).toBeNull()
    expect(source.requests).toEqual([])
    const films = instance()
    await films.film(5)
    for (const kept of [films, instance()]) expect((await kept.peekFilm(5))?.title).toBe('One')
    time += 179 * day
    expect((await instance().peekFilm(5))?.title).toBe('One')
    time += 2 * day
    expect(await instance().peekFilm(5)).toBeNull()
    expect(source.requests).toHaveLength(1)
  })

  test('is all that a source within this process has', async () => {
    source.otherwise(titled('One'))
    expect((await instance({ stored: false }).peekFilm(5))?.title).toBe('One')
  })
})
