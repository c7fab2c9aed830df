import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getFilm, getFilmCollection, searchFilms } from '#shared/api/films.ts'
import { getPerson, getPersonCredits } from '#shared/api/people.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePage,
  wirePersonDetails,
  type FilmSourceServer,
  type Reply,
} from '#test/fakes/film-source-server.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'

// What a film database may answer instead of what it promises: no screen may break of it.

let source: FilmSourceServer
let database: string
/** Each asks the source twenty times a second at most: several get hundreds of answers soon. */
let apps: TestApp[]
let as: TestMember

beforeAll(async () => {
  source = await startFilmSourceServer()
  database = `t_${randomBytes(8).toString('hex')}`
  await createDatabase(database)
  const env = { TMDB_BASE_URL: source.url }
  apps = await Promise.all([1, 2, 3, 4].map(() => startTestApp({ database, env })))
  as = await buildMember(appOf(0))
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await dropDatabase(database)
  await source.close()
})

function appOf(id: number): TestApp {
  const app = apps[id % apps.length]
  if (!app) throw new Error('no app was started')
  return app
}

/** In place of a part: what is absent, blank or of another type. */
const others = [
  undefined,
  null,
  '',
  [],
  {},
  0,
  -1,
  1.5,
  1e300,
  true,
  '<html>',
  'constructor',
  '\uD800',
  [null],
  [[]],
  [{}],
  { results: 3 },
]

/** The paths of all parts of an answer, whole lists and objects among them. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))]
}

/** A copy with another value at a path. */
function changed(value: unknown, [name, ...rest]: string[], other: unknown): unknown {
  if (name === undefined) return other
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === name ? changed(item, rest, other) : item))
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [
      key,
      key === name ? changed(inner, rest, other) : inner,
    ]),
  )
}

/** Each part of an answer once, with one of the others in its place, all of them in turn. */
const half = (whole: object) =>
  pathsOf(whole).map((path, at) => changed(whole, path, others[at % others.length]))

const belongs_to_collection = { id: 3, name: 'Nights', poster_path: null, backdrop_path: null }

/** What the source answers by the number at the end of a path. */
const bodies = new Map<number, unknown>()

interface Case {
  body: unknown
  status: number
  code: string | undefined
}

/** Asks for each half of an answer, each as another film or person: none is answered from memory. */
async function askForHalves(
  whole: object,
  ask: (app: TestApp, id: number) => Promise<{ status: number; error: { code: string } }[]>,
): Promise<Case[]> {
  bodies.clear()
  const ids = half(whole).map((body, at) => {
    const id = at + 10_000
    const isSame = typeof body === 'object' && body !== null && 'id' in body && body.id === 1
    bodies.set(id, isSame ? { ...body, id } : body)
    return id
  })
  const cases = await pLimit(16).map(ids, async (id) =>
    (await ask(appOf(id), id)).map(({ status, error }) => ({
      body: bodies.get(id),
      status,
      code: status === 200 ? undefined : error.code,
    })),
  )
  return cases.flat()
}

/** What no member may see: anything but a page, and a source that is down. */
const broken = (cases: Case[]) =>
  cases.filter(({ status, code }) => status !== 200 && !(status === 503 && code === 'film.source_down'))
const down = (cases: Case[]) => cases.filter(({ status }) => status === 503)

const ofPath = (path: string) => Number(path.split('/').at(-1))

test('half a film is a page, or is told as a source that is down', async () => {
  source.otherwise((path) => ({ json: bodies.get(ofPath(path)) }))
  const cases = await askForHalves(wireDetails(1, { belongs_to_collection }), async (app, id) => [
    await app.call(getFilm, { as, params: { id } }),
  ])
  expect(cases.length).toBeGreaterThan(200)
  expect(broken(cases)).toEqual([])
  // Only a film without a number or a name is no film.
  expect(down(cases).length).toBeLessThan(10)
})

test('half a person is a page, or is told as a source that is down', async () => {
  source.otherwise((path) => ({ json: bodies.get(ofPath(path)) }))
  const cases = await askForHalves(wirePersonDetails(1), (app, id) =>
    Promise.all([
      app.call(getPerson, { as, params: { id } }),
      app.call(getPersonCredits, { as, params: { id } }),
    ]),
  )
  expect(broken(cases)).toEqual([])
  expect(down(cases).length).toBeLessThan(20)
})

test('half a list is a list, or is told as a source that is down', async () => {
  source.otherwise((path, query): Reply => {
    if (path === '/search/movie') return { json: bodies.get(Number(query.get('query'))) }
    const id = ofPath(path)
    if (path.startsWith('/collection/')) return { json: bodies.get(id) }
    // Film numbers of this test are apart: what the test of films told is remembered.
    return { json: wireDetails(id, { belongs_to_collection: { ...belongs_to_collection, id: id - 90_000 } }) }
  })
  const page = wirePage([wireFilm(1), wireFilm(2)])
  const cases = await askForHalves({ ...page, parts: page.results }, (app, id) =>
    Promise.all([
      app.call(searchFilms, { as, query: { q: String(id) } }),
      app.call(getFilmCollection, { as, params: { id: id + 90_000 } }),
    ]),
  )
  expect(broken(cases)).toEqual([])
})

test('whatever comes instead of an answer, a film that Scene knows is shown', async () => {
  const replies: Reply[] = [
    wireErrors.gateway,
    { text: '<html><body>Welcome</body></html>' },
    wireErrors.brokenJson,
    { text: '' },
    { json: null },
    { json: [] },
    wireErrors.slowDown('3600'),
    wireErrors.slowDown('tomorrow'),
    wireErrors.wrongKey,
    { text: '', status: 302, headers: { location: '/movie/78' } },
    'reset',
  ]
  source.otherwise((path) => replies[Number(path.split('/')[1])] ?? wireErrors.notFound)
  const apart = `t_${randomBytes(8).toString('hex')}`
  await createDatabase(apart)
  onTestFinished(() => dropDatabase(apart))
  const seen = await pLimit(4).map(replies.keys(), async (at) => {
    // Each with an app of its own, for a row of faults keeps it away from the source.
    const far = await startTestApp({ database: apart, env: { TMDB_BASE_URL: `${source.url}/${at}` } })
    try {
      const member = await buildMember(far)
      const film = await buildFilm(far, { id: 78, title: 'Remembered' })
      const { status, data } = await far.call(getFilm, { as: member, params: { id: film.id } })
      const unknown = await far.call(getFilm, { as: member, params: { id: 77 } })
      return [at, status, data.title, data.sourceDown, unknown.status, unknown.error.code]
    } finally {
      await far.close()
    }
  })
  expect(seen).toEqual(replies.map((_, at) => [at, 200, 'Remembered', true, 503, 'film.source_down']))
})
