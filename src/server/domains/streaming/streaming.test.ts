import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getStreaming, updateStreaming } from '#shared/api/streaming.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { askOffers, maxFilmsAsked, pruneOffers } from './streaming.service.ts'

const service = (id: number, name: string) => ({
  provider_id: id,
  provider_name: name,
  logo_path: `/${id}.jpg`,
})
const services = [service(8, 'Salt'), service(9, 'Dune'), service(10, 'Shop')]

let source: FilmSourceServer
let app: TestApp
let now: Date
let member: TestMember
/** What the source says of each film that it is asked for. */
let offers: Record<string, object>

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({
    env: { TMDB_BASE_URL: source.url, TMDB_API_KEY: 'key' },
    overrides: { now: () => now },
  })
})
afterAll(async () => {
  await app.close()
  await source.close()
})
beforeEach(async () => {
  now = new Date()
  member = await buildMember(app)
  offers = {}
  await app.db.deleteFrom('film_source_cache').execute()
  source.requests.length = 0
  source.otherwise((path, query) => {
    if (path === '/watch/providers/movie')
      return { json: { results: query.get('watch_region') === 'SA' ? services : [] } }
    const id = Number(path.split('/').at(-1))
    return { json: wireDetails(id, { 'watch/providers': { results: offers } }) }
  })
})

let lastId = 50_000
/** By a number of the film source. */
const film = () => buildFilm(app, { id: ++lastId })
const read = async (as: TestMember) => (await app.call(getStreaming, { as })).data
const choose = (as: TestMember, ids: number[], region = 'SA') =>
  app.call(updateStreaming, { as, body: { region, services: ids } })
const rows = (filmId: number) =>
  app.db
    .selectFrom('film_services')
    .select(['region', 'provider_ids'])
    .where('film_id', '=', filmId)
    .orderBy('region')
    .execute()
const asked = () => source.requests.filter(({ url }) => url.startsWith('/movie/')).length

test('a choice is kept with names and pictures, replaced whole, and taken back', async () => {
  expect(await read(member)).toEqual({ isKnown: true, region: null, services: [] })
  const { data } = await choose(member, [8, 9, 8])
  expect(data).toEqual({ isKnown: true, region: 'SA', services: [services[1], services[0]] })
  expect(await read(member)).toEqual(data)
  expect((await choose(member, [10])).data.services).toEqual([services[2]])
  await choose(member, [])
  expect(await read(member)).toMatchObject({ region: null, services: [] })
})

test('is of the region alone, and nobody else’s', async () => {
  await choose(member, [8])
  expect((await choose(member, [8], 'FR')).error.code).toBe('streaming.unknown')
  expect((await choose(member, [77])).error.code).toBe('streaming.unknown')
  expect((await read(member)).services).toEqual([services[0]])
  expect((await read(await buildMember(app))).services).toEqual([])
})

test('goes with the account', async () => {
  await choose(member, [8])
  await app.db.deleteFrom('members').where('id', '=', member.id).execute()
  const left = app.db.selectFrom('member_services').select('region').where('member_id', '=', member.id)
  expect(await left.execute()).toEqual([])
})

test('what a film is streamed on without a further price is asked once a day, for all regions at once', async () => {
  const { id } = await film()
  offers = {
    SA: { link: '', flatrate: [services[0]], free: [services[1]], rent: [services[2]] },
    FR: { link: '', buy: [services[2]] },
  }
  await askOffers(app.ctx, [id], ['SA', 'FR'], 5000)
  expect(await rows(id)).toEqual([
    { region: 'FR', provider_ids: [] },
    { region: 'SA', provider_ids: [8, 9] },
  ])
  await askOffers(app.ctx, [id], ['SA', 'FR'], 5000)
  expect(asked()).toBe(1)
  now = new Date(now.getTime() + 25 * 3_600_000)
  await app.db.deleteFrom('film_source_cache').execute()
  offers = {}
  await askOffers(app.ctx, [id], ['SA'], 5000)
  expect((await rows(id)).find(({ region }) => region === 'SA')?.provider_ids).toEqual([])
})

test('a source that is down or slow is not waited for, and what was known stays for a week', async () => {
  const [known, other] = [await film(), await film()]
  offers = { SA: { link: '', flatrate: [services[0]] } }
  await askOffers(app.ctx, [known.id], ['SA'], 5000)
  source.otherwise(() => 'hang')
  const began = performance.now()
  await askOffers(app.ctx, [known.id, other.id], ['SA'], 100)
  expect(performance.now() - began).toBeLessThan(2000)
  expect(await rows(known.id)).toEqual([{ region: 'SA', provider_ids: [8] }])
  expect(await rows(other.id)).toEqual([])
  now = new Date(now.getTime() + 6 * 86_400_000)
  await pruneOffers(app.ctx)
  expect(await rows(known.id)).toHaveLength(1)
  now = new Date(now.getTime() + 2 * 86_400_000)
  await pruneOffers(app.ctx)
  expect(await rows(known.id)).toEqual([])
})

test('a film that the source does not know is on none, and a great many are not asked at once', async () => {
  const { id } = await film()
  source.otherwise(() => wireErrors.notFound)
  await askOffers(app.ctx, [id], ['SA'], 5000)
  expect(await rows(id)).toEqual([{ region: 'SA', provider_ids: [] }])
  source.requests.length = 0
  const many = await Promise.all(Array.from({ length: maxFilmsAsked + 5 }, film))
  await askOffers(
    app.ctx,
    many.map((one) => one.id),
    ['SA'],
    20_000,
  )
  expect(asked()).toBe(maxFilmsAsked)
})

test('the open data knows no services: there is nothing to choose from', async () => {
  const offline = await startTestApp()
  const someone = await buildMember(offline)
  expect((await offline.call(getStreaming, { as: someone })).data.isKnown).toBe(false)
  const body = { region: 'SA', services: [8] }
  expect((await offline.call(updateStreaming, { as: someone, body })).error.code).toBe('streaming.unknown')
  await offline.close()
})
