import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getList, listPopularLists } from '#shared/api/lists.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let owner: TestMember
let viewer: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  viewer = await buildMember(app)
})
afterAll(() => app.close())

const read = (listId: string, as: TestMember | null = viewer) =>
  app.call(getList, { ...(as && { as }), params: { listId } })

test('a list has its films in order, as its owner shows them and as the viewer knows them', async () => {
  const films = []
  for (const [index, releaseDate] of ['2019-05-30', '1972-03-14', ''].entries())
    films.push(await buildFilm(app, { id: 900 + index, title: `Film ${index}`, releaseDate }))
  const [first, second, third] = films
  if (!first || !second || !third) throw new Error('three films')
  await app.db.updateTable('films').set({ poster_path: null }).where('id', '=', third.id).execute()
  await app.db
    .insertInto('poster_overrides')
    .values([
      { member_id: owner.id, film_id: second.id, poster_path: '/chosen.jpg' },
      { member_id: viewer.id, film_id: first.id, poster_path: '/not-here.jpg' },
    ])
    .execute()
  await buildLog(app, { author: viewer, film: first })
  await buildLog(app, { author: viewer, film: first })
  await buildLog(app, { author: owner, film: third })
  const { id } = await buildList(app, {
    author: owner,
    title: 'Three',
    films: [third, first, second],
    isRanked: true,
    likedBy: [owner, viewer],
    savedBy: [viewer],
  })
  const { status, data } = await read(id)
  expect(status).toBe(200)
  const film = (at: number) => ({ id: 900 + at, title: `Film ${at}`, titleLang: '', otherTitle: null })
  expect(data.movies).toEqual([
    { ...film(2), year: null, poster: null, posterOverride: null, seen: false },
    { ...film(0), year: 2019, poster: '/t/p/w500/poster900-0.jpg', posterOverride: null, seen: true },
    {
      ...film(1),
      year: 1972,
      poster: '/t/p/w500/poster901-0.jpg',
      posterOverride: '/t/p/w500/chosen.jpg',
      seen: false,
    },
  ])
  expect(data).toMatchObject({
    _id: id,
    title: 'Three',
    isRanked: true,
    isPrivate: false,
    filmsCount: 3,
    user: { _id: owner.id, username: owner.username },
    likes: [viewer.id, owner.id],
    likeCount: 2,
    likedByMe: true,
    savedBy: [viewer.id],
    saveCount: 1,
    savedByMe: true,
  })
  expect(new Date(data.updatedAt).toISOString()).toBe(data.updatedAt)
  const card = (await app.call(listPopularLists, { as: viewer, query: {} })).data.find(
    (one) => one._id === id,
  )
  expect(data).toMatchObject({ ...card })
  expect((await read(id, owner)).data).toMatchObject({
    savedByMe: false,
    likedByMe: true,
    savedBy: [viewer.id],
  })
})

test('a hundred are named, the viewer always', async () => {
  const { id } = await buildList(app, { author: owner })
  const others = await sql<{ id: string }>`
    insert into members (id, username, email, search_text)
    select gen_random_uuid(), 'crowd_' || n, 'crowd_' || n || '@example.org', '' from generate_series(1, 130) n
    returning id`.execute(app.db)
  for (const table of ['list_likes', 'list_saves'] as const)
    await app.db
      .insertInto(table)
      .values([
        { list_id: id, member_id: viewer.id, created_at: new Date(2020, 1, 1) },
        ...others.rows.map((member, index) => ({
          list_id: id,
          member_id: member.id,
          created_at: new Date(2021, 1, 1, 0, index),
        })),
      ])
      .execute()
  await app.db.updateTable('lists').set({ like_count: 131, save_count: 131 }).where('id', '=', id).execute()
  const newest = others.rows.map((member) => member.id).toReversed()
  const mine = (await read(id)).data
  for (const named of [mine.likes, mine.savedBy]) expect(named).toEqual([viewer.id, ...newest.slice(0, 99)])
  expect([mine.likeCount, mine.saveCount]).toEqual([131, 131])
  const theirs = (await read(id, owner)).data
  for (const named of [theirs.likes, theirs.savedBy]) expect(named).toEqual(newest.slice(0, 100))
})

test('another member’s private list answers exactly like a missing one', async () => {
  const { id } = await buildList(app, {
    author: owner,
    isPrivate: true,
    likedBy: [viewer],
    savedBy: [viewer],
  })
  const told = async (listId: string) => {
    const { status, error } = await read(listId)
    return { status, error: { ...error, requestId: '' } }
  }
  expect(await told(id)).toEqual(await told(randomUUID()))
  expect(await told(id)).toEqual({
    status: 404,
    error: { code: 'list.not_found', error: 'This list could not be found.', requestId: '' },
  })
  expect((await read(id, owner)).data).toMatchObject({ _id: id, isPrivate: true })
  expect((await read(id, null)).status).toBe(401)
  expect((await read('popularity')).error.code).toBe('request.invalid')
})
