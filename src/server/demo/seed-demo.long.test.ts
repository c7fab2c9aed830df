import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getList, listMemberLists, listPopularLists, searchLists } from '#shared/api/lists.ts'
import { listMemberLogs } from '#shared/api/logs.ts'
import { listMemberPosters } from '#shared/api/posters.ts'
import { listReplies } from '#shared/api/replies.ts'
import { listWatchlist } from '#shared/api/shelves.ts'
import { fail } from '#server/core/errors.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { seedDemo } from './seed-demo.ts'

let app: TestApp
let visitor: TestMember
let layla: string

beforeAll(async () => {
  app = await startTestApp()
  await seedDemo(app.ctx)
  visitor = await buildMember(app)
  layla = await memberId(app, 'layla')
})
afterAll(() => app.close())

const memberId = async ({ db }: TestApp, username: string) =>
  (await db.selectFrom('members').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id

test('the community’s lists are found, liked and saved; some have a cover, some are ranked', async () => {
  const { data } = await app.call(listPopularLists, { as: visitor, query: {} })
  expect(data.length).toBeGreaterThanOrEqual(10)
  expect(data[0]?.likeCount).toBeGreaterThan(2)
  expect(new Set(data.map((list) => list.isRanked)).size).toBe(2)
  expect(new Set(data.map((list) => list.coverImage === null)).size).toBe(2)
  for (const list of data) {
    expect(list.filmsCount).toBeGreaterThanOrEqual(4)
    expect(list.posters).toHaveLength(4)
  }
  for (const list of data)
    expect((await app.call(getList, { as: visitor, params: { listId: list._id } })).data).toMatchObject({
      movies: { length: list.filmsCount },
      likeCount: list.likeCount,
      description: expect.stringMatching(/./),
    })
  const { data: found } = await app.call(searchLists, { as: visitor, query: { query: 'سينما' } })
  expect(found.map((list) => list.title)).toEqual(['سينما عربية للبداية'])
  const cover = data.find((list) => list.coverImage !== null)?.coverImage ?? ''
  expect((await fetch(app.url + cover)).headers.get('content-type')).toMatch(/^image\//)
  const { rows } = await sql<{ saves: number }>`select count(*)::int as saves from list_saves`.execute(app.db)
  expect(rows[0]?.saves).toBeGreaterThan(5)
})

test('what is private in it is there, for its owner only', async () => {
  const params = { userId: layla }
  const { data: lists } = await app.call(listMemberLists, { as: visitor, params, query: {} })
  const { data: shelf } = await app.call(listWatchlist, { as: visitor, params, query: {} })
  const hidden = async (table: 'lists' | 'watchlist_items') =>
    (await app.db.selectFrom(table).select('member_id').where('member_id', '=', layla).execute()).length
  expect(lists.length).toBe((await hidden('lists')) - 1)
  expect(shelf.length).toBeLessThan(await hidden('watchlist_items'))
  expect(shelf.length).toBeGreaterThan(2)
})

test('people answer each other, like comments and send GIFs that are there', async () => {
  const { db } = app
  const { data: feed } = await app.call(listMemberLogs, { as: visitor, params: { userId: layla }, query: {} })
  const [log] = feed.toSorted((one, other) => other.replyCount - one.replyCount)
  const { data: thread } = await app.call(listReplies, {
    as: visitor,
    params: { logId: log?._id ?? '' },
    query: {},
  })
  expect(thread).toHaveLength(log?.replyCount ?? 0)
  expect(thread.some((reply) => reply.parentComment !== reply.rootComment)).toBe(true)
  expect(thread.some((reply) => reply.likeCount > 0)).toBe(true)
  for (const { createdAt } of thread) expect(Date.parse(createdAt)).toBeLessThan(Date.now())
  const sent = [
    ...(await db.selectFrom('replies').select('gif').where('gif', 'is not', null).execute()),
    ...(await db.selectFrom('logs').select('gif').where('gif', 'is not', null).execute()),
  ]
  expect(sent.length).toBeGreaterThan(10)
  const known = await db.selectFrom('gifs').select('address').execute()
  expect(new Set(sent.map(({ gif }) => gif))).toEqual(new Set(known.map(({ address }) => address)))
  expect(await db.selectFrom('logs').select('id').where('spoilers', '=', true).execute()).toHaveLength(2)
  const told = await db.selectFrom('notifications').select('type').where('member_id', '=', layla).execute()
  expect(new Set(told.map(({ type }) => type))).toEqual(
    new Set(['review_like', 'reply', 'reaction', 'list_like']),
  )
  expect(await wrongCounters(app)).toEqual([])
})

test('members chose posters of their own', async () => {
  const { data } = await app.call(listMemberPosters, { as: visitor, params: { userId: layla } })
  expect(data).toEqual([{ movieId: 843, url: '/t/p/w500/poster843-2-i4.jpg' }])
})

test('is the same each time, apart from ids and the clock', async () => {
  const again = await startTestApp()
  try {
    await seedDemo(again.ctx)
    const lists = async ({ db }: TestApp) =>
      (
        await sql`select title, m.username, like_count, l.films_count,
            (select count(*)::int from list_saves s where s.list_id = l.id) as saves
          from lists l join members m on m.id = l.member_id order by title`.execute(db)
      ).rows
    const threads = async ({ db }: TestApp) =>
      (
        await sql`select r.text, m.username, r.gif, r.like_count, r.answer_count, l.reply_count
          from replies r join members m on m.id = r.member_id join logs l on l.id = r.log_id
          order by r.text, m.username`.execute(db)
      ).rows
    expect(await lists(again)).toEqual(await lists(app))
    expect(await threads(again)).toEqual(await threads(app))
  } finally {
    await again.close()
  }
})

test('a film database without the catalogue’s own films has a smaller community', async () => {
  const { filmSource } = app.ctx
  const smaller = await startTestApp({
    overrides: {
      filmSource: { ...filmSource, film: async (id) => (id < 800_000_000 ? filmSource.film(id) : null) },
    },
  })
  try {
    expect(await seedDemo(smaller.ctx)).toMatchObject({ email: 'layla@scene.example' })
    const logs = async ({ db }: TestApp) => (await db.selectFrom('logs').select('id').execute()).length
    expect(await logs(smaller)).toBeGreaterThan(100)
    expect(await logs(smaller)).toBeLessThan(await logs(app))
  } finally {
    await smaller.close()
  }
})

test('films that the film database calls by other numbers since are left out', async () => {
  const { filmSource } = app.ctx
  const film = async (id: number) => {
    const details = await filmSource.film(id)
    return details && { ...details, id: id === 496_243 ? 999_999 : id }
  }
  const renumbered = await startTestApp({ overrides: { filmSource: { ...filmSource, film } } })
  try {
    expect(await seedDemo(renumbered.ctx)).toMatchObject({ email: 'layla@scene.example' })
    const { rows } = await sql`select id from films where id in (496243, 999999)`.execute(renumbered.db)
    expect(rows).toEqual([])
  } finally {
    await renumbered.close()
  }
})

test('while the film database is down nothing is made, and the start goes on', async () => {
  const { filmSource } = app.ctx
  const film = () => Promise.reject(fail('film.source_down'))
  const down = await startTestApp({ overrides: { filmSource: { ...filmSource, film } } })
  try {
    expect(await seedDemo(down.ctx)).toBeNull()
    expect(await down.db.selectFrom('members').select('id').execute()).toEqual([])
  } finally {
    await down.close()
  }
})
