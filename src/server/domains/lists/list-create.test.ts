import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addToList, createList, listMyLists } from '#shared/api/lists.ts'
import { buildFilm, buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let other: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  other = await buildMember(app)
  for (const id of [1, 2, 3]) await buildFilm(app, { id })
})
afterAll(() => app.close())

const make = (body: Parameters<typeof send>[0], headers = {}) => send(body, headers)
function send(body: { title: string; movies: { id: number }[]; isPrivate?: boolean }, headers: object) {
  return app.call(createList, { as: owner, body, headers: { ...headers } })
}

const filmsOf = async (listId: string) => {
  const rows = await app.db
    .selectFrom('list_films')
    .select(['film_id', 'position'])
    .where('list_id', '=', listId)
    .orderBy('position')
    .execute()
  return rows.map((row) => [row.position, row.film_id])
}

test('a list keeps its films in order, and is found', async () => {
  const { status, data } = await app.call(createList, {
    as: owner,
    body: {
      title: '  Rainy days ',
      description: 'for the sofa',
      coverImage: '',
      isPrivate: true,
      isRanked: true,
      movies: [{ id: 3, title: 'whatever', poster: null }, { id: 1 }, { id: 2 }],
    },
  })
  expect(status).toBe(200)
  expect(data).toMatchObject({
    title: 'Rainy days',
    description: 'for the sofa',
    isPrivate: true,
    isRanked: true,
    filmsCount: 3,
    coverImage: null,
    user: { _id: owner.id },
  })
  expect(await filmsOf(data._id)).toEqual([
    [0, 3],
    [1, 1],
    [2, 2],
  ])
  const row = await app.db.selectFrom('lists').selectAll().where('id', '=', data._id).executeTakeFirst()
  expect(row?.search_text).toBe(' rainy days')
  const mine = await app.call(listMyLists, { as: owner, query: {} })
  expect(mine.data.map((list) => list._id)).toContain(data._id)
})

test('a retry makes no second list, and another list under the same key is refused', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { title: 'Once', movies: [{ id: 1 }] }
  const answers = await Promise.all(Array.from({ length: 4 }, () => make(body, headers)))
  expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
  expect((await make({ ...body, title: 'Twice' }, headers)).error.code).toBe('request.conflict')
})

test('a list needs a title and a film, each film once, that exist', async () => {
  const codes = async (body: Parameters<typeof send>[0]) => (await make(body)).error.code
  expect(await codes({ title: '  ', movies: [{ id: 1 }] })).toBe('request.invalid')
  expect(await codes({ title: 'x'.repeat(201), movies: [{ id: 1 }] })).toBe('request.invalid')
  expect(await codes({ title: 'None', movies: [] })).toBe('request.invalid')
  expect(await codes({ title: 'Twice', movies: [{ id: 1 }, { id: 1 }] })).toBe('list.film_twice')
  expect(await codes({ title: 'Unknown', movies: [{ id: 2_000_000_003 }] })).toBe('film.not_found')
  const cover = { title: 'Foreign', movies: [{ id: 1 }], coverImage: '/media/covers/nobody.webp' }
  expect((await app.call(createList, { as: owner, body: cover })).error.code).toBe('request.invalid')
  const titles = await app.db
    .selectFrom('lists')
    .select('title')
    .where('title', 'in', ['None', 'Twice', 'Unknown', 'Foreign'])
    .execute()
  expect(titles).toEqual([])
})

test('a film is added at the end, once, by the owner only', async () => {
  const list = await buildList(app, { author: owner, films: [{ id: 2 }] })
  const secret = await buildList(app, { author: owner, films: [{ id: 2 }], isPrivate: true })
  const add = (as: TestMember | null, listId: string, id: number) =>
    app.call(addToList, { ...(as && { as }), params: { listId }, body: { id } })
  expect((await add(owner, list.id, 1)).data).toMatchObject({ _id: list.id, filmsCount: 2 })
  expect(await filmsOf(list.id)).toEqual([
    [0, 2],
    [1, 1],
  ])
  const again = await add(owner, list.id, 1)
  expect([again.status, again.error.code]).toEqual([409, 'list.film_twice'])
  expect((await add(other, list.id, 3)).error.code).toBe('list.not_yours')
  expect((await add(other, secret.id, 3)).error.code).toBe('list.not_found')
  expect((await add(owner, randomUUID(), 3)).error.code).toBe('list.not_found')
  expect((await add(owner, list.id, 2_000_000_003)).error.code).toBe('film.not_found')
  expect((await add(null, list.id, 3)).status).toBe(401)
  expect((await app.call(createList, { body: { title: 'Guest', movies: [{ id: 1 }] } })).status).toBe(401)
})

test.each(['yes', 'TRUE', '2'])(
  'a list that is to be private by the word %s is not made public',
  async (isPrivate) => {
    const body = { title: 'Mine', movies: [{ id: 1 }], isPrivate }
    expect((await app.call(createList, { as: owner, body })).error.code).toBe('request.invalid')
  },
)

test('films added at once are all there, with the right count', async () => {
  const list = await buildList(app, { author: owner, films: [] })
  for (let id = 11; id <= 20; id++) await buildFilm(app, { id })
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      app.call(addToList, { as: owner, params: { listId: list.id }, body: { id: 11 + (index % 10) } }),
    ),
  )
  const films = await filmsOf(list.id)
  expect(films.map(([position]) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const row = await app.db
    .selectFrom('lists')
    .select('films_count')
    .where('id', '=', list.id)
    .executeTakeFirst()
  expect(row?.films_count).toBe(10)
})

test('one’s lists tell whether they have a film', async () => {
  const maker = await buildMember(app)
  await buildList(app, { author: maker, title: 'with', films: [{ id: 1 }, { id: 2 }] })
  await buildList(app, { author: maker, title: 'without', films: [{ id: 2 }] })
  const { data } = await app.call(listMyLists, { as: maker, query: { film: 1 } })
  expect(data.map((list) => [list.title, list.hasFilm])).toEqual([
    ['without', false],
    ['with', true],
  ])
  const plain = await app.call(listMyLists, { as: maker, query: {} })
  expect(plain.data.map((list) => list.hasFilm)).toEqual([undefined, undefined])
})

test('new films are asked for a few at once, and no more once one is missing', async () => {
  const source = app.ctx.filmSource
  const known = await source.film(496243)
  const asked = { now: 0, most: 0, all: 0 }
  const film = vi.spyOn(source, 'film').mockImplementation(async (id) => {
    asked.all += 1
    asked.most = Math.max(asked.most, (asked.now += 1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    asked.now -= 1
    return id === 1_000_009 || !known ? null : { ...known, id }
  })
  const movies = Array.from({ length: 40 }, (_, index) => ({ id: 1_000_000 + index }))
  expect((await make({ title: 'New ones', movies })).error.code).toBe('film.not_found')
  expect(asked.most).toBeLessThanOrEqual(4)
  expect(asked.all).toBeLessThan(20)
  film.mockRestore()
})
