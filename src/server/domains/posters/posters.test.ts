import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchPosters, getPoster, listMemberPosters } from '#shared/api/posters.ts'
import { buildFilm, buildList, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages } from '#test/paging.ts'

let app: TestApp
let owner: TestMember
let other: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  other = await buildMember(app)
  for (const id of [1, 2, 3]) await buildFilm(app, { id })
  await app.db
    .insertInto('poster_overrides')
    .values([
      { member_id: owner.id, film_id: 1, poster_path: '/one.jpg' },
      { member_id: owner.id, film_id: 3, poster_path: '/three.jpg' },
      { member_id: other.id, film_id: 2, poster_path: '/two.jpg' },
    ])
    .execute()
})
afterAll(() => app.close())

test('a member’s posters for some films, by film id', async () => {
  const body = { userId: owner.id, movieIds: [1, 2, 3, 99, 1] }
  for (const as of [owner, other])
    expect((await app.call(batchPosters, { as, body })).data).toEqual({
      1: '/t/p/w500/one.jpg',
      3: '/t/p/w500/three.jpg',
    })
  expect((await app.call(batchPosters, { as: other, body: { ...body, movieIds: [] } })).data).toEqual({})
})

test('one poster: a member’s, or without a member the viewer’s own', async () => {
  const poster = async (movieId: number, query: { userId?: string }) =>
    (await app.call(getPoster, { as: other, params: { movieId }, query })).data.posterOverride
  expect(await poster(1, { userId: owner.id })).toBe('/t/p/w500/one.jpg')
  expect(await poster(2, { userId: owner.id })).toBeNull()
  expect(await poster(2, {})).toBe('/t/p/w500/two.jpg')
})

test('all posters of a member, or page by page', async () => {
  const read = (query: object) =>
    app.call(listMemberPosters, { as: other, params: { userId: owner.id }, query })
  const { data } = await read({})
  expect(await allPages((page) => read({ ...page, limit: 1 }))).toEqual(data)
  expect(data).toEqual([
    { movieId: 1, url: '/t/p/w500/one.jpg' },
    { movieId: 3, url: '/t/p/w500/three.jpg' },
  ])
})

test('a poster of a film in a private list, or of hidden favourites, is told to nobody else', async () => {
  const member = await buildMember(app)
  const films = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
  await app.db
    .insertInto('poster_overrides')
    .values(films.map(({ id }) => ({ member_id: member.id, film_id: id, poster_path: `/${id}.jpg` })))
    .execute()
  const [secret, four, open] = films.map(({ id }) => ({ id }))
  const list = await buildList(app, { author: member, films: secret ? [secret] : [], isPrivate: true })
  await app.db
    .updateTable('members')
    .set({ favorite_film_ids: [four?.id ?? 0], favourites_audience: 'me' })
    .where('id', '=', member.id)
    .execute()
  const told = async (as: TestMember) =>
    (await app.call(listMemberPosters, { as, params: { userId: member.id } })).data.map(
      ({ movieId }) => movieId,
    )
  expect(await told(other)).toEqual([open?.id])
  expect(new Set(await told(member))).toEqual(new Set(films.map(({ id }) => id)))
  await app.db.updateTable('lists').set({ audience: 'members' }).where('id', '=', list.id).execute()
  expect(await told(other)).toContain(secret?.id)
})

test('guests, unknown members and too many films', async () => {
  const body = { userId: owner.id, movieIds: [1] }
  expect((await app.call(batchPosters, { body })).status).toBe(401)
  expect((await app.call(getPoster, { params: { movieId: 1 }, query: {} })).status).toBe(401)
  const userId = randomUUID()
  const unknown = [
    await app.call(batchPosters, { as: owner, body: { userId, movieIds: [1] } }),
    await app.call(getPoster, { as: owner, params: { movieId: 1 }, query: { userId } }),
    await app.call(listMemberPosters, { as: owner, params: { userId } }),
  ]
  expect(unknown.map(({ error }) => error.code)).toEqual(unknown.map(() => 'member.not_found'))
  const many = { userId: owner.id, movieIds: Array.from({ length: 501 }, (_, index) => index + 1) }
  expect((await app.call(batchPosters, { as: owner, body: many })).error.code).toBe('request.invalid')
})
