import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createEvening,
  endEvening,
  getEvening,
  joinEvening,
  leaveEvening,
  startEvening,
  updateEvening,
  voteEvening,
  type Evening,
} from '#shared/api/evenings.ts'
import { updateStreaming } from '#shared/api/streaming.ts'
import { startFilmSourceServer, wireDetails, type FilmSourceServer } from '#test/fakes/film-source-server.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { askOffersOf } from './evenings.service.ts'

const service = (id: number, name: string) => ({ provider_id: id, provider_name: name, logo_path: null })
const [salt, dune, shop] = [service(8, 'Salt'), service(9, 'Dune'), service(10, 'Shop')]

let source: FilmSourceServer
let app: TestApp
let host: TestMember
let friend: TestMember
/** On Salt, on Dune, on both, for rent alone, on none, on Salt elsewhere. */
let films: number[]
let offers: Map<number, object>
let lastId = 60_000

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url, TMDB_API_KEY: 'key' } })
})
afterAll(async () => {
  await app.close()
  await source.close()
})
beforeEach(async () => {
  host = await buildMember(app)
  friend = await buildMember(app)
  films = []
  offers = new Map()
  const streamed = [
    { SA: { flatrate: [salt] } },
    { SA: { ads: [dune] } },
    { SA: { flatrate: [salt, dune] } },
    { SA: { rent: [salt] } },
    {},
    { FR: { flatrate: [salt] } },
  ]
  for (const results of streamed) {
    const { id } = await buildFilm(app, { id: ++lastId })
    films.push(id)
    offers.set(id, results)
  }
  const wanted = films.map((id) => ({ member_id: host.id, film_id: id }))
  await app.db.insertInto('watchlist_items').values(wanted).execute()
  source.requests.length = 0
  source.otherwise((path) => {
    if (path === '/watch/providers/movie') return { json: { results: [salt, dune, shop] } }
    const id = Number(path.split('/').at(-1))
    return { json: wireDetails(id, { 'watch/providers': { results: offers.get(id) ?? {} } }) }
  })
})

const have = (as: TestMember, ids: number[], region = 'SA') =>
  app.call(updateStreaming, { as, body: { region, services: ids } })
const start = (code: string) => app.call(startEvening, { as: host, params: { code } })
async function gathered(body = {}): Promise<string> {
  const { data } = await app.call(createEvening, { as: host, body })
  const joined = await app.call(joinEvening, { as: friend, params: { code: data.code }, body: {} })
  expect(joined.status).toBe(200)
  return data.code
}
const look = async (as: TestMember, code: string): Promise<Evening> => {
  const { evening } = (await app.call(getEvening, { as, params: { code } })).data
  if (!evening) throw new Error('has not joined')
  return evening
}
const shown = (cards: { id: number; services: string[] }[]) =>
  new Map(cards.map(({ id, services }) => [films.indexOf(id), services]))

test('cards are what is on a service that one of those who are there has, where they watch', async () => {
  await have(host, [8])
  await have(friend, [9])
  const { data } = await start(await gathered({ onServices: true }))
  expect(shown(data.cards)).toEqual(
    new Map([
      [0, ['Salt']],
      [1, ['Dune']],
      [2, ['Dune', 'Salt']],
    ]),
  )
})

test('without the choice all films are cards, and say where they are', async () => {
  await have(friend, [9])
  const { data } = await start(await gathered())
  expect(data.cards).toHaveLength(6)
  expect(shown(data.cards).get(0)).toEqual([])
  expect(shown(data.cards).get(2)).toEqual(['Dune'])
})

test('films that are all too long are too few, not none', async () => {
  expect((await start(await gathered({ maxMinutes: 30 }))).error.code).toBe('evening.few')
})

test('nobody is told whose a service is, not even by who leaves', async () => {
  await have(host, [8])
  await have(friend, [9])
  const code = await gathered({ onServices: true })
  for (const member of [host, friend]) {
    const seen = await look(member, code)
    expect(seen.hasServices).toBe(true)
    expect(JSON.stringify(seen)).not.toMatch(/Salt|Dune/)
  }
  const { data } = await start(code)
  await app.call(leaveEvening, { as: friend, params: { code } })
  await have(host, [])
  expect(shown((await look(host, code)).cards)).toEqual(shown(data.cards))
  await app.call(voteEvening, {
    as: host,
    params: { code, movieId: films[2] ?? 0 },
    body: { vote: 'yes' },
  })
  await app.call(endEvening, { as: host, params: { code } })
  const { result } = await look(host, code)
  expect(result?.films).toMatchObject([{ id: films[2], services: ['Dune', 'Salt'] }])
  expect(JSON.stringify(result)).not.toContain(friend.username)
})

test('who has left counts no more; where nobody has any, the choice changes nothing', async () => {
  await have(friend, [9])
  const third = await buildMember(app)
  const code = await gathered({ onServices: true })
  await app.call(joinEvening, { as: third, params: { code }, body: {} })
  expect((await start(code)).error.code).toBe('evening.few_streamed')
  await app.call(leaveEvening, { as: friend, params: { code } })
  expect(await look(host, code)).toMatchObject({ hasServices: false, onServices: true })
  expect((await start(code)).data.cards).toHaveLength(6)
})

test('the host changes in between what may be a card, and nobody else does', async () => {
  await have(friend, [9])
  const code = await gathered({ onServices: true })
  const change = (as: TestMember, body: object) => app.call(updateEvening, { as, params: { code }, body })
  expect((await change(friend, { onServices: false })).error.code).toBe('evening.not_host')
  expect((await change(host, { onServices: false })).data).toMatchObject({
    onServices: false,
    hideSeen: true,
  })
  expect((await change(host, { hideSeen: false })).data).toMatchObject({ onServices: false, hideSeen: false })
  expect((await start(code)).status).toBe(200)
  expect((await change(host, { onServices: true })).error.code).toBe('evening.closed')
})

test('the source is asked while others are waited for; the start asks nothing then', async () => {
  await have(host, [8, 9])
  const code = await gathered({ onServices: true })
  const { id } = await look(host, code)
  await askOffersOf(app.ctx, id)
  const requests = source.requests.length
  source.otherwise(() => 'hang')
  expect((await start(code)).data.cards).toHaveLength(3)
  expect(source.requests.length).toBe(requests)
})

test('a source that is down keeps nobody waiting, and films of which nothing is known are no cards', async () => {
  await have(host, [8, 9])
  source.otherwise(() => 'reset')
  const code = await gathered({ onServices: true })
  const began = performance.now()
  expect((await start(code)).error.code).toBe('evening.few_streamed')
  expect(performance.now() - began).toBeLessThan(8000)
  await app.call(updateEvening, { as: host, params: { code }, body: { onServices: false } })
  expect((await start(code)).data.cards).toHaveLength(6)
})
