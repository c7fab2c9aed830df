import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { searchFilms, searchPeople } from '#shared/api/films.ts'
import {
  startFilmSourceServer,
  wireErrors,
  wireFoundPerson,
  wirePage,
  wirePersonDetails,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let source: FilmSourceServer
let app: TestApp
let member: TestMember
let found: Record<string, unknown>[]

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url } })
  member = await buildMember(app)
})
beforeEach(async () => {
  await app.db.deleteFrom('film_source_cache').execute()
  source.requests.length = 0
  found = []
  source.otherwise((path) => {
    if (path === '/search/person') return { json: wirePage(found) }
    const id = Number(path.split('/').at(-1))
    return id < 1_000_000 ? { json: wirePersonDetails(id) } : wireErrors.notFound
  })
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const search = (q: string, role: 'actor' | 'director' = 'actor', page?: number) =>
  app.call(searchPeople, { as: member, query: { q, role, ...(page !== undefined && { page }) } })
const ids = async (...query: Parameters<typeof search>) =>
  (await search(...query)).data.results.map((person) => person.id)

test('is not for guests', async () => {
  expect((await app.call(searchPeople, { query: { q: 'anna', role: 'actor' } })).status).toBe(401)
  expect(source.requests).toEqual([])
})

test('shows those of the role with a picture', async () => {
  found = [
    wireFoundPerson(1, { name: 'Anna' }),
    wireFoundPerson(2, { known_for_department: 'Directing' }),
    wireFoundPerson(3, { profile_path: null }),
    wireFoundPerson(4, { adult: true }),
    wireFoundPerson(5, { known_for_department: 'Writing' }),
  ]
  expect((await search('anna')).data).toEqual({
    page: 1,
    total_pages: 1,
    results: [
      {
        id: 1,
        name: 'Anna',
        profile_path: '/person1.jpg',
        profile: '/t/p/w185/person1.jpg',
        known_for_department: 'Acting',
        knownFor: ['Film 2', 'Film 4'],
      },
    ],
  })
  expect(source.requests).toHaveLength(1)
  found[0] = wireFoundPerson(1_000_001, { name: 'Anna' })
  expect(await ids('anna b', 'director')).toEqual([2])
})

test('who is found best and known for the other role is shown where this one was had too', async () => {
  found = [wireFoundPerson(1, { name: 'Anna' }), wireFoundPerson(2, { known_for_department: 'Directing' })]
  expect(await ids('anna', 'director')).toEqual([1, 2])
  // The fake source's people have no three parts.
  found = [wireFoundPerson(2, { known_for_department: 'Directing' }), wireFoundPerson(3)]
  expect(await ids('bea', 'actor')).toEqual([3])
})

test('asks the source nothing for blocked words and blanks', async () => {
  found = [wireFoundPerson(1)]
  expect(await ids('free porn')).toEqual([])
  expect(await ids('   ')).toEqual([])
  expect(source.requests).toEqual([])
})

test('a number that finds nobody is tried as a person’s', async () => {
  expect(await ids('287')).toEqual([287])
  expect(await ids('287', 'director')).toEqual([])
  expect(await ids('5000000')).toEqual([])
  found = [wireFoundPerson(50)]
  expect(await ids('50')).toEqual([50])
})

test('goes on to the next page when nobody of one has the role, but not for ever', async () => {
  source.otherwise((_, query) => {
    const page = Number(query.get('page'))
    const wanted = query.get('query') === 'deep' ? 99 : 3
    const department = page < wanted ? 'Directing' : 'Acting'
    const person = wireFoundPerson(page, { known_for_department: department })
    return { json: wirePage([person], { page, total_pages: 40 }) }
  })
  expect((await search('shallow')).data).toMatchObject({ results: [{ id: 3 }], page: 3, total_pages: 40 })
  expect((await search('deep')).data).toMatchObject({ results: [], page: 3, total_pages: 40 })
})

test('refuses what is no role, no page or too long', async () => {
  expect((await search('a', 'actor', 0)).status).toBe(400)
  expect((await search('a'.repeat(501))).status).toBe(400)
  const url = `${app.url}/api/people/search?q=a&role=writer`
  expect((await fetch(url, { headers: { authorization: `Bearer ${member.token}` } })).status).toBe(400)
})

test('says when the source is down', async () => {
  source.otherwise(() => ({ status: 401, json: {} }))
  const { status, error } = await search('nobody asked this before')
  expect([status, error.code]).toEqual([503, 'film.source_down'])
})

test('the built-in catalogue forgives slips of the finger', async () => {
  const builtIn = await startTestApp()
  try {
    const as = await buildMember(builtIn)
    const query = { q: 'scorsesse', role: 'director' } as const
    const { data } = await builtIn.call(searchPeople, { as, query })
    expect(data.results[0]).toMatchObject({ name: 'Martin Scorsese', known_for_department: 'Directing' })
    expect(data.results[0]?.knownFor).toHaveLength(3)
  } finally {
    await builtIn.close()
  }
})

test('is limited, together with the search for films', async () => {
  const limited = await startTestApp({ env: { TMDB_BASE_URL: source.url, RATE_LIMIT: '1' } })
  try {
    const as = await buildMember(limited)
    for (let tries = 0; tries < 60; tries += 1) {
      await limited.call(searchPeople, { as, query: { q: 'porn', role: 'actor' } })
      await limited.call(searchFilms, { as, query: { q: 'porn' } })
    }
    const refused = await limited.call(searchPeople, { as, query: { q: 'porn', role: 'actor' } })
    expect(refused.error.code).toBe('request.rate_limited')
  } finally {
    await limited.close()
  }
})
