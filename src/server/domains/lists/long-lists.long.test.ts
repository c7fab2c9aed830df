import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToList, getList, maxFilms, maxWindow, updateList } from '#shared/api/lists.ts'
import { buildFilm, buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let listId: string
let ids: number[]

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  ids = Array.from({ length: maxFilms }, (_, index) => 10_000 + index)
  await sql`
    insert into films (id, title, release_date, poster_path)
    select id, 'Film ' || id, '2011-05-01', '/poster' || id || '-0.jpg' from unnest(${ids}::integer[]) id`.execute(
    app.db,
  )
  listId = (await buildList(app, { author: owner, title: 'Long' })).id
  await sql`
    insert into list_films (list_id, film_id, position)
    select ${listId}, id, place from unnest(${ids}::integer[]) with ordinality as film (id, place)`.execute(
    app.db,
  )
  await app.db.updateTable('lists').set({ films_count: maxFilms }).where('id', '=', listId).execute()
})
afterAll(() => app.close())

const params = () => ({ listId })
const read = () => app.call(getList, { as: owner, params: params() })
const reorder = (order: number[], basedOn?: string) =>
  app.call(updateList, {
    as: owner,
    params: params(),
    body: { movies: order.map((id) => ({ id })), ...(basedOn && { basedOn }) },
  })
const shown = async () => (await read()).data.movies.map((film) => film.id)

test('a list of 5,000 films is answered whole, in order', async () => {
  const { status, data } = await read()
  expect([status, data.filmsCount]).toEqual([200, maxFilms])
  expect(data.movies.map((film) => film.id)).toEqual(ids)
  expect(JSON.stringify(data).length / maxFilms).toBeLessThan(160)
})

test('a window of it is small, and costs as many statements as a window of one film', async () => {
  const cost = async (limit: number) => {
    let bytes = 0
    const statements = await app.countStatements(async () => {
      const { data } = await app.call(getList, { as: owner, params: params(), query: { limit } })
      expect(data.movies.map((film) => film.id)).toEqual(ids.slice(0, limit))
      bytes = JSON.stringify(data).length
    })
    return { statements, bytes }
  }
  await cost(1)
  const [one, most] = [await cost(1), await cost(maxWindow)]
  expect(most.statements).toBe(one.statements)
  expect(most.bytes).toBeLessThan(60_000)
})

test('it takes no further film', async () => {
  const film = await buildFilm(app, { id: 9999 })
  const { status, error } = await app.call(addToList, { as: owner, params: params(), body: { id: film.id } })
  expect([status, error.code, error.error]).toEqual([400, 'list.full', 'A list holds at most 5,000 films.'])
  expect((await read()).data.filmsCount).toBe(maxFilms)
})

test('every new order is kept, and costs as many statements as that of a short list', async () => {
  const short = (await buildList(app, { author: owner, films: ids.slice(0, 2).map((id) => ({ id })) })).id
  const swap = (order: number[]) =>
    app.call(updateList, {
      as: owner,
      params: { listId: short },
      body: { movies: order.map((id) => ({ id })) },
    })
  const cost = async (work: () => Promise<{ status: number }>) => {
    let status = 0
    const statements = await app.countStatements(async () => {
      ;({ status } = await work())
    })
    expect(status).toBe(200)
    return statements
  }
  const [one = 0, two = 0] = ids
  await swap([two, one])
  const few = await cost(() => swap([one, two]))
  const last = [...ids.slice(1), one]
  const shuffled = ids.toSorted((left, right) => ((left * 7919) % 5003) - ((right * 7919) % 5003))
  for (const order of [last, ids.toReversed(), shuffled, ids]) {
    const { updatedAt } = (await read()).data
    expect(await cost(() => reorder(order, updatedAt))).toBe(few)
    expect(await shown()).toEqual(order)
  }
})

test('half of it may be taken out at once and put back', async () => {
  const half = ids.filter((_, index) => index % 2 === 0)
  const { data } = await reorder(half)
  expect(data.filmsCount).toBe(half.length)
  expect(await shown()).toEqual(half)
  expect((await reorder(ids.toReversed())).data.filmsCount).toBe(maxFilms)
  expect(await shown()).toEqual(ids.toReversed())
})
