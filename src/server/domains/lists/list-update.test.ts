import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { addToList, createList, deleteList, getList, searchLists, updateList } from '#shared/api/lists.ts'
import { uploadListCover } from '#shared/api/media.ts'
import { claim } from '#server/domains/media/media.service.ts'
import { buildFilm, buildList, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

/** Of the built-in catalogue, not yet remembered. */
const parasite = 496243

let app: TestApp
let owner: TestMember
let follower: TestMember
let stranger: TestMember
let picture: Buffer
let films: { id: number }[]
let listId: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  follower = await buildMember(app)
  stranger = await buildMember(app)
  await follow(app, follower, owner)
  picture = await sharp({ create: { width: 16, height: 9, channels: 3, background: '#a0f' } })
    .png()
    .toBuffer()
  films = []
  for (let id = 1; id <= 6; id++) films.push(await buildFilm(app, { id }))
})
afterAll(() => app.close())
beforeEach(async () => {
  listId = (await buildList(app, { author: owner, title: 'Before', films: films.slice(0, 4) })).id
})

const change = (body: BodyOf<typeof updateList>, as: TestMember | null = owner, id = listId) =>
  app.call(updateList, { ...(as && { as }), params: { listId: id }, body })
const drop = (as: TestMember | null = owner, id = listId) =>
  app.call(deleteList, { ...(as && { as }), params: { listId: id } })
const read = async (id = listId) => (await app.call(getList, { as: owner, params: { listId: id } })).data
const row = (id = listId) => app.db.selectFrom('lists').selectAll().where('id', '=', id).executeTakeFirst()
const order = (list: { movies: { id: number }[] }) => list.movies.map((film) => film.id)
const movies = (...ids: number[]) => ({ movies: ids.map((id) => ({ id })) })
const cover = async (as = owner) =>
  (await app.call(uploadListCover, { as, files: { image: { bytes: picture } } })).data.url
const isServed = async (path: string) => (await fetch(app.url + path)).status === 200

describe('changing', () => {
  test('every field, and what is left out stays', async () => {
    const coverImage = await cover()
    const all = { title: ' After ', description: ' words ', coverImage, isPrivate: true, isRanked: true }
    const { status, data } = await change({ ...all, ...movies(3, 5, 1) })
    expect(status).toBe(200)
    expect(data).toMatchObject({ ...all, title: 'After', description: 'words', filmsCount: 3 })
    expect(order(data)).toEqual([3, 5, 1])
    expect(await read()).toEqual(data)
    const { data: next } = await change({ isRanked: false })
    expect(next).toEqual({ ...data, isRanked: false, updatedAt: next.updatedAt })
    expect(Date.parse(next.updatedAt)).toBeGreaterThan(Date.parse(data.updatedAt))
    expect((await change({})).data).toEqual(next)
  })

  test('a new title is found, the old one no more', async () => {
    await change({ title: 'Zwischenzeit' })
    const found = async (query: string) =>
      (await app.call(searchLists, { as: stranger, query: { query } })).data.map((list) => list._id)
    expect(await found('zwischenzeit')).toEqual([listId])
    expect(await found('before')).not.toContain(listId)
  })

  test.each([
    [[4, 3, 2, 1], 4],
    [[1, 2, 4, 3], 2],
    [[2, 3, 4, 1], 4],
    [[1, 2, 3], 1],
    [[1, 2, 3, 4, 6], 1],
    [[5, 2, 3, 6], 4],
    [[6], 5],
    [[1, 2, 3, 4], 0],
  ])('the order %j writes %i rows', async (ids, written) => {
    const versions = async () => {
      const { rows } = await app.ctx.pool.query<{ film_id: number; xmin: string }>(
        'select film_id, xmin::text from list_films where list_id = $1',
        [listId],
      )
      return new Map(rows.map((film) => [film.film_id, film.xmin]))
    }
    const before = await versions()
    const { data } = await change(movies(...ids))
    expect([order(data), data.filmsCount]).toEqual([ids, ids.length])
    const after = await versions()
    const gone = [...before.keys()].filter((id) => !after.has(id))
    const touched = [...after].filter(([id, version]) => before.get(id) !== version)
    expect(gone.length + touched.length).toBe(written)
  })

  test('a film that Scene does not know yet is asked for, those of the list are not', async () => {
    const source = vi.spyOn(app.ctx.filmSource, 'film')
    const { data } = await change(movies(2, parasite, 1))
    expect(order(data)).toEqual([2, parasite, 1])
    expect(data.movies[1]).toMatchObject({ title: 'Parasite', year: 2019, seen: false })
    expect(source.mock.calls).toEqual([[parasite]])
    await change(movies(1, parasite, 2))
    expect(source).toHaveBeenCalledTimes(1)
    source.mockRestore()
  })

  test('what cannot be is refused and changes nothing', async () => {
    const before = await read()
    const told = async (body: Parameters<typeof change>[0]) => {
      const { status, error } = await change({ title: 'Refused', ...body })
      return [status, error.code, error.error]
    }
    const twice = [409, 'list.film_twice', 'This film is already in the list.']
    expect(await told(movies(1, 2, 1))).toEqual(twice)
    expect(await told(movies(2_000_000_003))).toEqual([
      404,
      'film.not_found',
      'This film could not be found.',
    ])
    const invalid = [400, 'request.invalid', 'The request is not valid.']
    expect(await told({ movies: [] })).toEqual(invalid)
    expect(await told({ title: '  ' })).toEqual(invalid)
    expect(await told({ coverImage: await cover(stranger) })).toEqual(invalid)
    expect(await told({ coverImage: '/t/p/w500/poster1-0.jpg' })).toEqual(invalid)
    const many = Array.from({ length: 5001 }, (_, index) => index + 1)
    expect(await told(movies(...many))).toEqual(invalid)
    expect(await read()).toEqual(before)
  })

  test('only the owner may: a private list answers others like a missing one', async () => {
    const secret = (await buildList(app, { author: owner, title: 'Secret', isPrivate: true })).id
    const before = [await read(), await read(secret)]
    for (const other of [follower, stranger])
      for (const attempt of [
        (id: string) => change({ title: 'Mine', ...movies(1, 1) }, other, id),
        (id: string) => drop(other, id),
      ]) {
        const answers = [await attempt(listId), await attempt(secret), await attempt(randomUUID())]
        expect(answers.map(({ status, error }) => [status, error.code, error.error])).toEqual([
          [403, 'list.not_yours', 'Only the owner can change this list.'],
          [404, 'list.not_found', 'This list could not be found.'],
          [404, 'list.not_found', 'This list could not be found.'],
        ])
      }
    expect((await change({ title: 'Mine' }, null)).status).toBe(401)
    expect((await drop(null)).status).toBe(401)
    expect([await read(), await read(secret)]).toEqual(before)
  })

  test('a change that started from another state is refused, a retry of one’s own is not', async () => {
    const first = await read()
    const body = { basedOn: first.updatedAt, ...movies(4, 1, 2, 3) }
    const { data: second } = await change(body)
    expect(order(second)).toEqual([4, 1, 2, 3])
    const stale = await change({ ...body, ...movies(2, 1, 3, 4) })
    expect([stale.status, stale.error.code, stale.error.error]).toEqual([
      409,
      'list.changed',
      'This list was changed elsewhere meanwhile.',
    ])
    // The answer to the first may have been lost on its way.
    expect((await change(body)).data).toEqual(second)
    expect((await change({ title: 'Renamed', basedOn: first.updatedAt })).error.code).toBe('list.changed')
    await app.call(addToList, { as: owner, params: { listId }, body: { id: 6 } })
    expect((await change({ title: 'Renamed', basedOn: second.updatedAt })).error.code).toBe('list.changed')
    expect((await change({ title: 'Renamed', basedOn: 'yesterday' })).error.code).toBe('list.changed')
    const { updatedAt } = await read()
    expect((await change({ title: 'Renamed', basedOn: updatedAt })).data.title).toBe('Renamed')
  })

  test('a date that the database keeps in microseconds is still the one that was read', async () => {
    await app.ctx.pool.query('update lists set updated_at = $1::text::timestamptz where id = $2', [
      '2026-01-01 10:00:00.123999+00',
      listId,
    ])
    const { updatedAt } = await read()
    expect(updatedAt).toBe('2026-01-01T10:00:00.123Z')
    expect((await change({ title: 'Exactly', basedOn: updatedAt })).status).toBe(200)
  })

  test('of changes at once that started from the same state one is made, though the clock stands still', async () => {
    const still = await startTestApp({ overrides: { now: () => new Date(2026, 0, 1) } })
    try {
      const as = await buildMember(still)
      const known = [await buildFilm(still, { id: 1 }), await buildFilm(still, { id: 2 })]
      const { id } = await buildList(still, { author: as, films: known, createdAt: new Date(2025, 0, 1) })
      const params = { listId: id }
      const { data } = await still.call(getList, { as, params })
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          still.call(updateList, {
            as,
            params,
            body: { title: `Title ${index}`, basedOn: data.updatedAt },
          }),
        ),
      )
      const codes = answers.map(({ status, error }) => (status === 200 ? 'made' : error.code))
      expect(codes.filter((code) => code === 'made')).toHaveLength(1)
      expect(codes.filter((code) => code === 'list.changed')).toHaveLength(7)
      const added = await still.call(addToList, { as, params, body: { id: parasite } })
      expect(added.status).toBe(200)
      const last = (await still.call(getList, { as, params })).data.updatedAt
      const made = answers.find(({ status }) => status === 200)
      expect(Date.parse(last)).toBeGreaterThan(Date.parse(made?.data.updatedAt ?? ''))
    } finally {
      await still.close()
    }
  })

  test('orders and additions at once leave each film once and the right count', async () => {
    const answers = await Promise.all([
      ...[
        [1, 2, 3, 4],
        [4, 3, 2, 1],
        [2, 1],
        [3, 5, 1],
      ].map((ids) => change(movies(...ids))),
      ...[5, 6, 5, 6].map((id) => app.call(addToList, { as: owner, params: { listId }, body: { id } })),
    ])
    expect(answers.filter((answer) => ![200, 409].includes(answer.status))).toEqual([])
    const list = await read()
    expect(list.filmsCount).toBe(list.movies.length)
    expect(new Set(order(list)).size).toBe(list.movies.length)
    const { rows } = await app.ctx.pool.query(
      'select position from list_films where list_id = $1 group by position having count(*) > 1',
      [listId],
    )
    expect(rows).toEqual([])
  })
})

describe('a cover', () => {
  test('goes with its file when another takes its place, or none', async () => {
    const [first, second] = [await cover(), await cover()]
    await change({ coverImage: first })
    await change({ title: 'Still there', coverImage: first })
    expect(await isServed(first)).toBe(true)
    expect((await change({ coverImage: second })).data.coverImage).toBe(second)
    await expect.poll(() => isServed(first), { timeout: 5000 }).toBe(false)
    expect((await change({ coverImage: '' })).data.coverImage).toBeNull()
    await expect.poll(() => isServed(second), { timeout: 5000 }).toBe(false)
    expect((await change({ coverImage: second })).error.code).toBe('request.invalid')
  })

  test('that another list shows stays until the last one lets go of it', async () => {
    const path = await cover()
    const body = { title: 'Twin', coverImage: path, ...movies(1) }
    const twin = (await app.call(createList, { as: owner, body })).data._id
    await change({ coverImage: path })
    await change({ coverImage: null })
    await app.ctx.settled()
    expect(await isServed(path)).toBe(true)
    await drop(owner, twin)
    await expect.poll(() => isServed(path), { timeout: 5000 }).toBe(false)
  })
})

describe('deleting', () => {
  test('a list leaves its cover to another that is just being given it', async () => {
    const path = await cover()
    const body = { title: 'Twin', coverImage: path, ...movies(1) }
    const twin = (await app.call(createList, { as: owner, body })).data._id
    let dropped: ReturnType<typeof drop> | undefined
    await app.ctx.transact(async (tx) => {
      await claim(tx, path, owner.id, 'cover')
      await tx.db.updateTable('lists').set({ cover: path }).where('id', '=', listId).execute()
      dropped = drop(owner, twin)
      await expect
        .poll(() =>
          app.db
            .selectFrom(sql`pg_locks`.as('held'))
            .where(sql<boolean>`not granted`)
            .selectAll()
            .execute(),
        )
        .not.toEqual([])
    })
    expect((await dropped)?.status).toBe(200)
    await app.ctx.settled()
    expect(await isServed(path)).toBe(true)
  })

  test('takes films, likes, saves, notifications and the cover along', async () => {
    const path = await cover()
    const { data } = await app.call(createList, {
      as: owner,
      body: { title: 'To go', coverImage: path, ...movies(1, 2) },
    })
    const id = data._id
    const marks = { list_id: id, member_id: follower.id }
    await app.db.insertInto('list_likes').values(marks).execute()
    await app.db.insertInto('list_saves').values(marks).execute()
    await app.db
      .insertInto('notifications')
      .values({ id: randomUUID(), member_id: owner.id, from_id: follower.id, type: 'list_like', list_id: id })
      .execute()
    expect((await drop(owner, id)).data).toEqual({ ok: true })
    for (const table of ['list_films', 'list_likes', 'list_saves', 'notifications'] as const)
      expect(await app.db.selectFrom(table).selectAll().where('list_id', '=', id).execute()).toEqual([])
    expect(await row(id)).toBeUndefined()
    await expect.poll(() => isServed(path), { timeout: 5000 }).toBe(false)
    expect((await drop(owner, id)).error.code).toBe('list.not_found')
  })

  test('by the owner twice at once is done once', async () => {
    const answers = await Promise.all([drop(), drop(), drop()])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404', '404'])
  })
})
