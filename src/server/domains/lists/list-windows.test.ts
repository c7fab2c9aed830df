import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addToList,
  cloneList,
  createList,
  getList,
  listPopularLists,
  maxWindow,
  updateList,
} from '#shared/api/lists.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let reader: TestMember
let films: { id: number }[]
let listId: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  reader = await buildMember(app)
  films = []
  // Ids fall while places rise: an order by ids would show.
  for (let id = 20; id > 0; id--) films.push(await buildFilm(app, { id }))
  await buildLog(app, { author: reader, film: { id: 20 } })
  await buildLog(app, { author: reader, film: { id: 13 } })
  await buildLog(app, { author: reader, film: { id: 1 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  listId = (await buildList(app, { author: owner, films: films.slice(0, 10), savedBy: [reader] })).id
})

/** The films of the list as `beforeEach` makes it. */
const order = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11]

async function window(query: { limit?: number; cursor?: string }, as = reader) {
  const { status, data, error, headers } = await app.call(getList, { as, params: { listId }, query })
  const next = headers.get('X-Next-Cursor')
  const ids = status === 200 ? data.movies.map(({ id }) => id) : []
  return { status, data, error, next, ids }
}

/** The films behind a cursor, window by window. */
async function rest(cursor: string | null, limit = 3): Promise<number[]> {
  if (cursor === null) return []
  const { ids, next } = await window({ limit, cursor })
  return [...ids, ...(await rest(next, limit))]
}

const place = async (...ids: number[]) => {
  const movies = ids.map((id) => ({ id }))
  const { status } = await app.call(updateList, { as: owner, params: { listId }, body: { movies } })
  expect(status).toBe(200)
}

describe('the films of a list, window by window', () => {
  test('are those of the whole list, in its order, each with all that is said of the list', async () => {
    const whole = (await app.call(getList, { as: reader, params: { listId } })).data
    expect(whole.movies.map(({ id }) => id)).toEqual(order)
    const first = await window({ limit: 4 })
    const second = await window({ limit: 4, cursor: first.next ?? '' })
    const third = await window({ limit: 4, cursor: second.next ?? '' })
    expect([first, second, third].map(({ ids }) => ids.length)).toEqual([4, 4, 2])
    expect(third.next).toBeNull()
    for (const { data } of [first, second, third]) expect({ ...data, movies: whole.movies }).toEqual(whole)
    expect([first, second, third].flatMap(({ data }) => data.movies)).toEqual(whole.movies)
  })

  test('end where the list ends', async () => {
    expect(await window({ limit: 10 })).toMatchObject({ ids: order, next: null })
    const { next } = await window({ limit: 9 })
    await place(...order.slice(0, 9))
    expect(await window({ limit: 9, cursor: next ?? '' })).toMatchObject({ status: 200, ids: [], next: null })
  })

  test('are none of a list without any', async () => {
    listId = (await buildList(app, { author: owner })).id
    expect(await window({ limit: 5 })).toMatchObject({
      status: 200,
      ids: [],
      next: null,
      data: { filmsCount: 0, seenCount: 0, hasNotes: false },
    })
  })

  test('say of all films how many the viewer saw and whether anything is said of one', async () => {
    expect((await window({ limit: 1 })).data).toMatchObject({ seenCount: 2, hasNotes: false })
    expect((await window({ limit: 1 }, owner)).data.seenCount).toBe(0)
    const movies = order.map((id) => (id === 11 ? { id, note: 'The last one.' } : { id }))
    await app.call(updateList, { as: owner, params: { listId }, body: { movies } })
    const { data } = await window({ limit: 1 })
    expect([data.hasNotes, data.movies[0]?.note]).toEqual([true, undefined])
  })
})

describe('a list that was written is answered as it is read', () => {
  const movies = order.map((id) => ({ id }))
  const writes = {
    'a new one': (query: { limit?: number }) =>
      app.call(createList, { as: owner, query, body: { title: 'New', tags: ['new'], movies } }),
    'a copy': (query: { limit?: number }) => app.call(cloneList, { as: owner, params: { listId }, query }),
    'one with a film more': (query: { limit?: number }) =>
      app.call(addToList, { as: owner, params: { listId }, query, body: { id: 3 } }),
    'a changed one': (query: { limit?: number }) =>
      app.call(updateList, { as: owner, params: { listId }, query, body: { title: 'Changed' } }),
  }

  test.each(Object.entries(writes))('%s, with all films or the first so many', async (_, write) => {
    const source = listId
    for (const query of [{ limit: 4 }, {}]) {
      const { status, data, headers } = await write(query)
      expect(status).toBe(200)
      listId = data._id
      const read = await window(query, owner)
      expect(data).toEqual(read.data)
      expect(headers.get('X-Next-Cursor')).toBe(read.next)
      expect(read.ids.slice(0, 4)).toEqual(order.slice(0, 4))
      expect(read.ids).toHaveLength(query.limit ?? data.filmsCount)
      listId = source
      await place(...order)
    }
    expect((await write({ limit: maxWindow + 1 })).status).toBe(400)
  })

  test.each(Object.entries(writes))('%s, in as many statements for one film as for all', async (_, write) => {
    const count = async (query: { limit?: number }) => {
      await place(...order)
      return app.countStatements(() => write(query))
    }
    // What only a first call does, such as opening a connection, is not what is counted.
    await count({})
    expect(await count({ limit: 1 })).toBe(await count({}))
  })
})

describe('behind a cursor', () => {
  // The first window was 20, 19, 18, 17.
  test.each([
    ['one came before them', [9, ...order], [16, 15, 14, 13, 12, 11]],
    ['some before them left', [20, 17, 16, 15, 14, 13, 12, 11], [16, 15, 14, 13, 12, 11]],
    ['the last one shown left', [20, 19, 18, 16, 15, 14, 13, 12, 11], [16, 15, 14, 13, 12, 11]],
    ['one moved to the front', [12, 20, 19, 18, 17, 16, 15, 14, 13, 11], [16, 15, 14, 13, 11]],
    ['one moved to the end', [20, 18, 17, 16, 15, 14, 13, 12, 11, 19], [16, 15, 14, 13, 12, 11, 19]],
    ['one came and one left behind it', [20, 19, 18, 17, 16, 8, 15, 14, 12, 11], [16, 8, 15, 14, 12, 11]],
    ['all were turned round', order.toReversed(), [18, 19, 20]],
    ['only the first one stayed', [20], []],
  ])('come those that follow the last one shown, though meanwhile %s', async (_, now, left) => {
    const first = await window({ limit: 4 })
    await place(...now)
    expect(await rest(first.next)).toEqual(left)
    const after = await window({ limit: 1, cursor: first.next ?? '' })
    expect(after.data.updatedAt).not.toBe(first.data.updatedAt)
  })

  test('a film that was added at the end comes last', async () => {
    const { next } = await window({ limit: 4 })
    await app.call(addToList, { as: owner, params: { listId }, body: { id: 3 } })
    expect(await rest(next)).toEqual([16, 15, 14, 13, 12, 11, 3])
  })

  test('a private list is not there for others, and no longer for who began to read it', async () => {
    const { next } = await window({ limit: 4 })
    await app.db.updateTable('lists').set({ audience: 'me' }).where('id', '=', listId).execute()
    const refused = [await window({ limit: 4 }), await window({ limit: 4, cursor: next ?? '' })]
    const known = listId
    listId = randomUUID()
    refused.push(await window({ limit: 4, cursor: next ?? '' }))
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(
      Array.from({ length: 3 }, () => [404, 'list.not_found']),
    )
    listId = known
    expect((await window({ cursor: next ?? '' }, owner)).ids).toEqual(order.slice(4))
  })

  test('what is no cursor of films, or no length of a window, is refused', async () => {
    const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
    await buildList(app, { author: owner })
    const { headers } = await app.call(listPopularLists, { as: reader, query: { limit: 1 } })
    const cursors = ['x', cursorOf('4'), cursorOf(4, 7), cursorOf('4', 'x'), cursorOf('9999999999', '1')]
    for (const query of [
      ...cursors.map((cursor) => ({ cursor })),
      { cursor: headers.get('X-Next-Cursor') ?? '' },
      { limit: 0 },
      { limit: maxWindow + 1 },
    ]) {
      const { status, error } = await window(query)
      expect([query, status, error.code]).toEqual([query, 400, 'request.invalid'])
    }
  })
})
