import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLog, listMemberLogs, listPopularReviews, toggleLogLike } from '#shared/api/logs.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { toggleMark } from '#server/core/toggle.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { lockVisibleLog } from './log-changes.queries.ts'
import { likes } from './logs.service.ts'

let app: TestApp
let author: TestMember
let film: { id: number }

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  film = await buildFilm(app)
})
afterAll(() => app.close())

const newLog = () => buildLog(app, { author, film, review: 'likeable' })
const like = (as: TestMember, logId: string) => app.call(toggleLogLike, { as, params: { logId } })

test('a like is given, shown and taken back', async () => {
  const log = await newLog()
  const fan = await buildMember(app)
  expect((await like(fan, log.id)).data).toEqual({ liked: true, likeCount: 1, likes: [fan.id] })
  const { data } = await app.call(getLog, { as: fan, params: { logId: log.id } })
  expect(data).toMatchObject({ likedByMe: true, likeCount: 1, likes: [fan.id] })
  expect((await app.call(getLog, { as: author, params: { logId: log.id } })).data.likedByMe).toBe(false)
  expect((await like(fan, log.id)).data).toEqual({ liked: false, likeCount: 0, likes: [] })
})

test('a log that is not there is 404', async () => {
  expect((await like(author, randomUUID())).error.code).toBe('log.not_found')
})

test('fifty members at once end exact', async () => {
  const log = await newLog()
  const fans = await Promise.all(Array.from({ length: 50 }, () => buildMember(app)))
  await Promise.all(fans.map((fan) => like(fan, log.id)))
  const { data } = await app.call(getLog, { as: author, params: { logId: log.id } })
  expect(data.likeCount).toBe(50)
  expect(data.likes).toHaveLength(50)
  await Promise.all(fans.slice(0, 20).map((fan) => like(fan, log.id)))
  expect((await app.call(getLog, { as: author, params: { logId: log.id } })).data.likeCount).toBe(30)
})

test('likes that come at once share transactions, and each is told', async () => {
  const log = await newLog()
  const fans = await Promise.all(Array.from({ length: 40 }, () => buildMember(app)))
  const answers = await Promise.all(fans.map((fan) => like(fan, log.id)))
  expect(answers.map(({ data }) => data.liked)).toEqual(fans.map(() => true))
  expect(Math.max(...answers.map(({ data }) => data.likeCount))).toBe(40)
  const { rows } = await sql<{ transactions: number }>`
    select count(distinct xmin::text)::int as transactions from log_likes where log_id = ${log.id}`.execute(
    app.db,
  )
  expect(rows[0]?.transactions).toBeLessThan(20)
  const told = await app.db
    .selectFrom('notifications')
    .select(['from_id', 'group_id'])
    .where('log_id', '=', log.id)
    .execute()
  expect(told.map((row) => row.from_id).toSorted()).toEqual(fans.map((fan) => fan.id).toSorted())
  expect(new Set(told.map((row) => row.group_id)).size).toBe(1)
})

test('taps of one member at once take turns', async () => {
  const log = await newLog()
  const fan = await buildMember(app)
  const answers = await Promise.all(Array.from({ length: 9 }, () => like(fan, log.id)))
  expect(answers.filter(({ data }) => data.liked)).toHaveLength(5)
  for (const { data } of answers) expect(data.likeCount).toBe(data.liked ? 1 : 0)
  const { data } = await app.call(getLog, { as: fan, params: { logId: log.id } })
  expect(data).toMatchObject({ likedByMe: true, likeCount: 1 })
})

test('the author is told once, however often it is given and taken back, and not of an own like', async () => {
  const log = await newLog()
  const fan = await buildMember(app)
  for (let tap = 0; tap < 3; tap++) await like(fan, log.id)
  await like(author, log.id)
  const { data } = await app.call(listNotifications, { as: author, query: { limit: 100 } })
  const told = data.filter((notification) => notification.reviewId === log.id)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ type: 'review_like', message: 'liked your review', read: false })
})

test('the viewer’s own like is always among those named', async () => {
  const log = await newLog()
  const viewer = await buildMember(app)
  await like(viewer, log.id)
  const rows = Array.from({ length: 120 }, (_, index) => index)
  const fans = await Promise.all(rows.map(() => buildMember(app)))
  await app.db
    .insertInto('log_likes')
    .values(
      fans.map((fan) => ({ log_id: log.id, member_id: fan.id, created_at: new Date(Date.now() + 60_000) })),
    )
    .execute()
  await app.db.updateTable('logs').set({ like_count: 121 }).where('id', '=', log.id).execute()
  const { data } = await app.call(getLog, { as: viewer, params: { logId: log.id } })
  expect(data.likes).toHaveLength(100)
  expect(data.likes).toContain(viewer.id)
})

const setLikes = (id: string, count: number) =>
  app.db.updateTable('logs').set({ like_count: count }).where('id', '=', id).execute()

/** What the transaction wrote of logs, and what its connection did before and has not told yet. */
const writesOfLogs = sql<{ changed: number; hot: number }>`
  select pg_stat_get_xact_tuples_updated('logs'::regclass)::int as changed,
    pg_stat_get_xact_tuples_hot_updated('logs'::regclass)::int as hot`

/** Likes a log; how many rows of logs that changed, and how many of them without a write to an index. */
async function writesOfLike(logId: string) {
  const viewer = await buildMember(app)
  const writes: { changed: number; hot: number }[] = []
  const tap = {
    mark: likes,
    id: logId,
    memberId: viewer.id,
    target: lockVisibleLog(viewer.id, logId),
    named: 1,
  }
  const toggled = await toggleMark(
    (work) =>
      app.ctx.transact(async (tx) => {
        const count = () =>
          tx.beforeCommit<{ changed: number; hot: number }>(
            () => writesOfLogs,
            (rows) => void writes.push(...rows),
          )
        count()
        await work(tx)
        count()
      }),
    tap,
  )
  const [before, after] = writes
  if (!before || !after) throw new Error('nothing was counted')
  return { count: toggled?.count, changed: after.changed - before.changed, hot: after.hot - before.hot }
}

test('likes of what thousands like write no index, but for every thousandth part of them', async () => {
  const { id } = await newLog()
  await setLikes(id, 50_000)
  const hot = [await writesOfLike(id), await writesOfLike(id), await writesOfLike(id)]
  expect(hot).toEqual([1, 2, 3].map((more) => ({ count: 50_000 + more, changed: 1, hot: 1 })))
  await setLikes(id, 50_049)
  expect(await writesOfLike(id)).toEqual({ count: 50_050, changed: 1, hot: 0 })
})

test('what lists go by are the likes, from two thousand on within a thousandth and never out of order', async () => {
  const { id } = await newLog()
  const { rows } = await sql<{ likes: number; popularity: number }>`
    with given as (select generate_series(0, 4000) as likes union all select generate_series(59900, 60300)
      union all values (1000000000), (2147483647))
    select likes, popularity from given cross join lateral (
      select likes - likes % greatest(likes / 1000, 1) as popularity
    ) kept order by likes`.execute(app.db)
  expect(rows.filter((row) => row.likes < 2000 && row.popularity !== row.likes)).toEqual([])
  expect(
    rows.filter(({ likes: n, popularity }) => popularity > n || (n - popularity) * 1000 >= Math.max(n, 1)),
  ).toEqual([])
  expect(rows.map((row) => row.popularity)).toEqual(
    rows.map((row) => row.popularity).toSorted((a, b) => a - b),
  )
  // The column says the same.
  for (const row of rows.filter((_, index) => index % 400 === 0 || index > 4395)) {
    await setLikes(id, row.likes)
    const kept = await app.db
      .selectFrom('logs')
      .select('popularity')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept).toEqual({ popularity: row.popularity })
  }
})

test('the most liked come first, page by page, each with its exact number', async () => {
  const writer = await buildMember(app)
  const seen = await buildFilm(app)
  const numbers = [1998, 0, 50_049, 1999, 7, 50_100, 8]
  for (const count of numbers) {
    const { id } = await buildLog(app, { author: writer, film: seen, review: 'Words.' })
    await setLikes(id, count)
  }
  const ofMember = (query: object) =>
    app.call(listMemberLogs, {
      as: author,
      params: { userId: writer.id },
      query: { sort: 'likes', reviews: 'true', limit: 2, ...query },
    })
  const ofFilm = (query: object) =>
    app.call(listPopularReviews, {
      as: author,
      params: { movieId: seen.id },
      query: { all: true, limit: 2, ...query },
    })
  for (const list of [ofMember, ofFilm]) {
    const found: number[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(cursor ? { cursor } : {})
      found.push(...page.data.map((log) => log.likeCount))
      cursor = page.headers.get('x-next-cursor')
    } while (cursor)
    expect(found).toEqual(numbers.toSorted((a, b) => b - a))
  }
})
