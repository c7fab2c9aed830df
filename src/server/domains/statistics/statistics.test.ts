import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog, deleteLog, updateLog } from '#shared/api/logs.ts'
import { listNotificationGroups, listNotifications } from '#shared/api/notifications.ts'
import { markSeen } from '#shared/api/seen.ts'
import {
  getProgress,
  getSharedYear,
  getStatistics,
  getYearReview,
  revokeYear,
  shareYear,
  yearFilms,
  type Figures,
} from '#shared/api/statistics.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { creditFilms } from './credits.service.ts'
import { countStatistics, renewStatistics, sweepYear, notifyYears } from './statistics.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const read = async (member: TestMember, year?: number, as = member) =>
  (await app.call(getStatistics, { as, params: { userId: member.id }, query: year ? { year } : {} })).data

/** Counts and reads the figures. */
async function figuresOf(member: TestMember, year = 0): Promise<Figures> {
  await countStatistics(app.ctx, { memberId: member.id, audience: 'me' }, year)
  const { figures } = await read(member, year)
  if (!figures) throw new Error('nothing was kept')
  return figures
}

describe('kept figures', () => {
  test('are answered as they are while newer ones are on their way', async () => {
    const member = await buildMember(app)
    const film = await buildFilm(app)
    expect(await read(member)).toEqual({ years: [], isCounting: true, computedAt: null, figures: null })
    await figuresOf(member)
    await figuresOf(member, 2024)
    expect(await read(member)).toMatchObject({ isCounting: false, figures: { films: 0 } })
    const { data: log } = await app.call(createLog, {
      as: member,
      body: { movieId: film.id, watchedAt: '2024-01-01', rating: 3 },
    })
    expect(await read(member)).toMatchObject({ isCounting: true, figures: { films: 0 } })
    await renewStatistics(app.ctx)
    expect(await read(member)).toMatchObject({ years: [2024], isCounting: false, figures: { films: 1 } })
    expect(await read(member, 2024)).toMatchObject({ isCounting: false, figures: { films: 1 } })
    const params = { logId: log._id }
    for (const change of [
      { watchedAt: '2023-01-01' },
      { rating: 2 },
      { review: 'Words.' },
      { rewatch: true },
    ]) {
      await app.call(updateLog, { as: member, params, body: change })
      expect(await read(member), JSON.stringify(change)).toMatchObject({ isCounting: true })
      await renewStatistics(app.ctx)
    }
    expect(await read(member)).toMatchObject({ years: [2023], figures: { rewatches: 1, reviews: 1 } })
    await app.call(markSeen, {
      as: member,
      params: { userId: member.id, movieId: (await buildFilm(app)).id },
      body: {},
    })
    expect(await read(member)).toMatchObject({ isCounting: true })
    await app.call(deleteLog, { as: member, params })
    await renewStatistics(app.ctx)
    expect(await read(member)).toMatchObject({
      years: [],
      isCounting: false,
      figures: { films: 1, undated: 1 },
    })
  })

  test('that are older than what they were counted of never take the place of newer ones', async () => {
    const member = await buildMember(app)
    await figuresOf(member)
    const kept = () =>
      app.db.selectFrom('statistics').select('version').where('member_id', '=', member.id).executeTakeFirst()
    await sql`update diaries set logs_version = 7 where member_id = ${member.id}`.execute(app.db)
    await figuresOf(member)
    await sql`update diaries set logs_version = 3 where member_id = ${member.id}`.execute(app.db)
    await figuresOf(member)
    expect(await kept()).toEqual({ version: 7 })
  })

  test('that may tell of a log that is nobody else’s any more are told to its member alone', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)]
    const [shown, secret] = [await buildFilm(app), await buildFilm(app)]
    await buildLog(app, { author: member, film: shown, watchedAt: '2024-01-01' })
    const { data: log } = await app.call(createLog, {
      as: member,
      body: { movieId: secret.id, watchedAt: '2024-02-02', audience: 'me' },
    })
    const share = await app.call(shareYear, { as: member, params: { userId: member.id, year: 2024 } })
    const { key } = share.data
    const count = async () => {
      for (const audience of ['me', 'members'] as const)
        for (const year of [0, 2024]) await countStatistics(app.ctx, { memberId: member.id, audience }, year)
    }
    const answers = async () => [
      await read(member, undefined, other),
      await read(member, 2024, other),
      (await app.call(getSharedYear, { params: { key } })).data,
    ]
    const films = async () => (await answers()).map(({ figures }) => figures && figures.films)
    await count()
    expect(await films()).toEqual([1, 1, 1])
    await app.call(deleteLog, { as: member, params: { logId: log._id } })
    // What is kept of all logs has it still, and nothing keeps some from others now.
    expect(await films()).toEqual([null, null, null])
    expect((await answers()).map(({ isCounting }) => isCounting)).toEqual([true, true, true])
    expect(await read(member)).toMatchObject({ isCounting: true, figures: { films: 2 } })
    await count()
    expect(await films()).toEqual([1, 1, 1])
    const { data: later } = await app.call(createLog, {
      as: member,
      body: { movieId: secret.id, watchedAt: '2024-02-02' },
    })
    await count()
    expect(await films()).toEqual([2, 2, 2])
    await app.call(updateLog, { as: member, params: { logId: later._id }, body: { audience: 'me' } })
    expect(await films()).toEqual([null, null, null])
  })

  test('are of members who are there, for members', async () => {
    const member = await buildMember(app)
    const other = await buildMember(app)
    await buildLog(app, { author: member, film: await buildFilm(app), watchedAt: '2024-01-01' })
    await figuresOf(member)
    expect((await read(member, undefined, other)).figures).toMatchObject({ films: 1 })
    for (const endpoint of [getStatistics, getProgress]) {
      const unknown = await app.call(endpoint, { as: member, params: { userId: randomUUID() }, query: {} })
      expect(unknown.error.code).toBe('member.not_found')
      expect((await app.call(endpoint, { params: { userId: member.id }, query: {} })).status).toBe(401)
    }
  })
})

test('people of films that the source knows are told of once it was asked', async () => {
  const member = await buildMember(app)
  const parasite = 496243
  await app.call(createLog, { as: member, body: { movieId: parasite, watchedAt: '2024-01-01', rating: 5 } })
  expect(await figuresOf(member)).toMatchObject({ directors: [], lacking: { people: 1 } })
  await creditFilms(app.ctx)
  const { directors, actors, lacking } = await figuresOf(member)
  expect(directors).toMatchObject([{ name: 'Bong Joon-ho', films: 1, rated: 1, average: 5 }])
  expect(actors.length).toBeGreaterThan(2)
  expect(lacking.people).toBe(0)
})

test('progress counts what the viewer may see', async () => {
  const [member, other] = [await buildMember(app), await buildMember(app)]
  const films = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
  const [seen, shelved, kept] = films
  if (!seen || !shelved || !kept) throw new Error('no films')
  await buildLog(app, { author: member, film: seen })
  await buildLog(app, { author: member, film: kept, audience: 'me' })
  await app.db
    .insertInto('watchlist_items')
    .values([
      { member_id: member.id, film_id: seen.id, audience: 'me' },
      { member_id: member.id, film_id: shelved.id },
      { member_id: member.id, film_id: kept.id },
    ])
    .execute()
  const open = await buildList(app, { author: member, title: 'Open', films })
  const secret = await buildList(app, { author: member, title: 'Secret', films: [seen], isPrivate: true })
  const saved = await buildList(app, { author: other, title: 'Saved', films: [shelved], savedBy: [member] })
  const progress = async (as: TestMember) => {
    const { data } = await app.call(getProgress, { as, params: { userId: member.id } })
    return {
      ...data,
      lists: Object.fromEntries(data.lists.map((list) => [list.id, [list.seen, list.films]])),
    }
  }
  expect(await progress(member)).toEqual({
    watchlist: { films: 3, seen: 2 },
    lists: { [open.id]: [2, 3], [secret.id]: [1, 1], [saved.id]: [0, 1] },
  })
  expect(await progress(other)).toEqual({ watchlist: { films: 2, seen: 0 }, lists: { [open.id]: [1, 3] } })
})

test('in December and January the year is kept of members who never asked, batch by batch', async () => {
  const film = await buildFilm(app)
  const [watcher, idle] = [await buildMember(app), await buildMember(app)]
  await buildLog(app, { author: watcher, film, watchedAt: '2019-05-05' })
  await buildLog(app, { author: idle, film, watchedAt: '2018-05-05' })
  const sweep = (now: string, after?: string) => sweepYear({ ...app.ctx, now: () => new Date(now) }, after)
  const years = async ({ id }: TestMember) =>
    (
      await app.db
        .selectFrom('statistics')
        .select('year')
        .where('member_id', '=', id)
        .orderBy('year')
        .execute()
    ).map(({ year }) => year)
  // Past this member, none is left.
  await sweep('2019-12-01T03:00:00Z', watcher.id)
  expect(await years(watcher)).toEqual([])
  await sweep('2020-01-31T03:00:00Z')
  expect([await years(watcher), await years(idle)]).toEqual([[0, 2019], []])
  const next = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs where key = 'statistics.sweep'`.execute(app.db)
  expect(next.rows).toEqual([{ payload: { after: watcher.id } }])
  await sweep('2019-01-02T03:00:00Z')
  expect(await years(idle)).toEqual([0, 2018])
})

test('who has enough films of the year that ended is told once, also after an import', async () => {
  const films = [await buildFilm(app)]
  while (films.length < yearFilms) films.push(await buildFilm(app))
  const watch = async (author: TestMember, few: number) => {
    for (const film of films.slice(0, few)) await buildLog(app, { author, film, watchedAt: '2021-05-05' })
    await countStatistics(app.ctx, { memberId: author.id, audience: 'me' }, 2021)
  }
  const [enough, tooFew] = [await buildMember(app), await buildMember(app)]
  await watch(enough, yearFilms)
  await watch(tooFew, yearFilms - 1)
  const tell = (now: string) => notifyYears({ ...app.ctx, now: () => new Date(now) })
  const told = async (as: TestMember) => (await app.call(listNotifications, { as, query: {} })).data
  await tell('2021-01-05T09:07:00Z')
  expect(await told(enough)).toEqual([])
  for (const day of ['02', '03']) await tell(`2022-01-${day}T09:07:00Z`)
  expect(await told(enough)).toMatchObject([
    {
      type: 'year-review',
      relatedId: '2021',
      from: { _id: enough.id },
      message: 'Your year in review is ready.',
      read: false,
    },
  ])
  expect(await told(tooFew)).toEqual([])
  await watch(tooFew, yearFilms)
  await tell('2022-01-20T09:07:00Z')
  expect([await told(enough), await told(tooFew)].map(({ length }) => length)).toEqual([1, 1])
  expect((await app.call(listNotificationGroups, { as: enough, query: {} })).data).toMatchObject([
    { kind: null, count: 1, newest: { type: 'year-review' } },
  ])
})

test('a year in review is its member’s alone, but for whoever has the key', async () => {
  const [member, other] = [await buildMember(app), await buildMember(app)]
  await buildLog(app, { author: member, film: await buildFilm(app), watchedAt: '2024-01-01', rating: 4 })
  await figuresOf(member, 2024)
  const params = { userId: member.id, year: 2024 }
  // What only the member may see is not told by it.
  const film = await buildFilm(app)
  await buildList(app, { author: member, title: 'A secret list', films: [film], isPrivate: true })
  await app.db
    .insertInto('watchlist_items')
    .values({ member_id: member.id, film_id: film.id, audience: 'me' })
    .execute()
  const own = async () => (await app.call(getYearReview, { as: member, params })).data
  expect(await own()).toMatchObject({ year: 2024, key: null, figures: { films: 1 } })
  for (const endpoint of [getYearReview, shareYear, revokeYear]) {
    expect((await app.call(endpoint, { as: other, params })).error.code).toBe('request.not_yours')
    expect((await app.call(endpoint, { params })).status).toBe(401)
  }
  const { data } = await app.call(shareYear, { as: member, params })
  expect((await app.call(shareYear, { as: member, params })).data).toEqual(data)
  expect((await own()).key).toBe(data.key)
  const shared = (key: string) => app.call(getSharedYear, { params: { key } })
  expect((await shared(data.key)).data).toEqual({
    member: { _id: member.id, username: member.username, avatar: null },
    year: 2024,
    isCounting: expect.any(Boolean),
    figures: expect.objectContaining({ films: 1 }),
  })
  const told = JSON.stringify((await shared(data.key)).data)
  expect(told).not.toContain('A secret list')
  expect(told).not.toContain(`"id":${film.id}`)
  expect(told).not.toContain(data.key)
  expect((await shared(`${data.key}x`)).error.code).toBe('year.not_found')
  const limit = (at: Date | null) =>
    app.db.updateTable('members').set({ limited_at: at }).where('id', '=', member.id).execute()
  await limit(new Date())
  expect((await shared(data.key)).error.code).toBe('year.not_found')
  await limit(null)
  expect((await shared(data.key)).status).toBe(200)
  await app.call(revokeYear, { as: member, params })
  expect((await shared(data.key)).error.code).toBe('year.not_found')
  const again = await app.call(shareYear, { as: member, params })
  expect(again.data.key).not.toBe(data.key)
})
