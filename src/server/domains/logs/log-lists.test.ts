import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/logs.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages, forgedCursor } from '#test/paging.ts'

const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms)

let app: TestApp
let viewer: TestMember
let friend: TestMember
let second: TestMember
let stranger: TestMember
let film: { id: number }

beforeAll(async () => {
  app = await startTestApp()
  viewer = await buildMember(app)
  friend = await buildMember(app)
  second = await buildMember(app)
  stranger = await buildMember(app)
  film = await buildFilm(app)
  await follow(app, viewer, friend)
  await follow(app, viewer, second)
  for (let index = 0; index < 30; index++)
    await buildLog(app, {
      author: index % 2 ? friend : second,
      film,
      review: index % 3 ? `review ${index} ${'long '.repeat(60)}` : '',
      rating: 3.5,
      createdAt: ago((index + 1) * 10 * hour),
    })
  await buildLog(app, { author: stranger, film, review: 'not for the feed' })
  await buildLog(app, { author: viewer, film, review: 'my own' })
})
afterAll(() => app.close())

const feed = (query = {}, as = viewer) => app.call(api.getFeed, { as, params: { userId: viewer.id }, query })

test('the feed holds followed members’ logs only, newest first, 18 of them', async () => {
  const { data } = await feed()
  expect(data).toHaveLength(18)
  expect(new Set(data.map((log) => log.user._id))).toEqual(new Set([friend.id, second.id]))
  const times = data.map((log) => log.createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('the pages of the feed hold every log once', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { data, headers } = await feed({ limit: 7, ...(cursor && { cursor }) })
    seen.push(...data.map((log) => log._id))
    cursor = headers.get('x-next-cursor') ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(30)
  expect(new Set(seen).size).toBe(30)
})

test('the feed of many is theirs in order, page by page, whoever wrote much or narrowly', async () => {
  const reader = await buildMember(app)
  const made: { id: string; at: number }[] = []
  for (let author = 0; author < 25; author++) {
    const followed = await buildMember(app)
    const isMutual = author % 2 === 0
    await follow(app, reader, followed)
    if (isMutual) await follow(app, followed, reader)
    // The oldest first; of some several among the newest, of others one long ago.
    for (let log = author % 5; log >= 0; log--) {
      const createdAt = ago((1 + ((author * 37) % 25) + log * (author % 3 === 0 ? 1 : 40)) * hour)
      const audience = (['members', 'mutuals', 'followers', 'me'] as const)[(author + log) % 4] ?? 'members'
      const seenOnly = (author + log) % 7 === 0
      const { id } = await buildLog(app, { author: followed, film, createdAt, audience, seenOnly })
      const isShown = !seenOnly && audience !== 'me' && (audience !== 'mutuals' || isMutual)
      if (isShown) made.push({ id, at: createdAt.getTime() })
    }
  }
  const read = (query: object) => app.call(api.getFeed, { as: reader, params: { userId: reader.id }, query })
  const order = made.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
  for (const limit of [1, 5, 18])
    expect((await read({ limit })).data.map((log) => log._id)).toEqual(order.slice(0, limit))
  expect((await allPages(read)).map((log) => log._id)).toEqual(order)
})

test('a feed is its owner’s only', async () => {
  const { status, error } = await feed({}, friend)
  expect([status, error.code]).toEqual([403, 'request.not_yours'])
})

test('a cursor that is none is a 400', async () => {
  expect((await feed({ cursor: 'nonsense' })).error.issues?.[0]?.path).toBe('cursor')
})

test('the newest of many followed members come first, whoever logged last', async () => {
  const reader = await buildMember(app)
  const many = await Promise.all(Array.from({ length: 25 }, () => buildMember(app)))
  for (const [index, member] of many.entries()) {
    await follow(app, reader, member)
    await buildLog(app, { author: member, film, createdAt: ago(index * hour) })
  }
  const { data } = await app.call(api.getFeed, { as: reader, params: { userId: reader.id } })
  expect(data.map((log) => log.user._id)).toEqual(many.slice(0, 18).map((member) => member.id))
})

test('a feed of 18 stays within 12 kB', async () => {
  const { data } = await feed()
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(12 * 1024)
})

test('periods go by the time of writing', async () => {
  const count = async (endpoint: typeof api.listDayLogs) =>
    (await app.call(endpoint, { as: viewer, query: { limit: 100 } })).data.length
  expect(await count(api.listDayLogs)).toBe(2)
  expect(await count(api.listWeekLogs)).toBe(16)
  expect(await count(api.listMonthLogs)).toBe(30)
})

test('a member’s logs of a film come page by page, and private ones take no place in a page', async () => {
  const author = await buildMember(app)
  const logs: string[] = []
  for (let index = 0; index < 5; index++)
    logs.push((await buildLog(app, { author, film, createdAt: ago((index + 1) * hour) })).id)
  const hidden = logs.slice(0, 2)
  await app.db.updateTable('logs').set({ audience: 'me' }).where('id', 'in', hidden).execute()
  const params = { userId: author.id, movieId: film.id }
  const read = (as: TestMember) => async (query: object) =>
    app.call(api.listMemberFilmLogs, { as, params, query })
  const shown = async (as: TestMember) => (await allPages(read(as))).map(({ _id }) => _id)
  expect(await shown(author)).toEqual(logs)
  expect(await shown(viewer)).toEqual(logs.slice(2))
  expect((await read(viewer)({ limit: 2 })).data).toHaveLength(2)
})

test('a member’s logs, those of a film, the popular ones and the friends’', async () => {
  const logs = await app.call(api.listMemberLogs, { as: stranger, params: { userId: friend.id } })
  expect(logs.data).toHaveLength(15)
  const ofFilm = await app.call(api.listMemberFilmLogs, {
    as: viewer,
    params: { userId: stranger.id, movieId: film.id },
  })
  expect(ofFilm.data.map((log) => log.review)).toEqual(['not for the feed'])
  const liked = await buildLog(app, {
    author: friend,
    film,
    review: 'loved',
    likeCount: 9,
    createdAt: ago(900 * hour),
  })
  const popular = await app.call(api.listPopularReviews, {
    as: viewer,
    params: { movieId: film.id },
    query: {},
  })
  expect(popular.data).toHaveLength(3)
  expect(popular.data[0]?._id).toBe(liked.id)
  // Whom moderators have limited only followers are shown.
  const limit = (limited_at: Date | null) =>
    app.db.updateTable('members').set({ limited_at }).where('id', '=', friend.id).execute()
  const isShownTo = async (as: TestMember) => {
    const sent = { as, params: { movieId: film.id }, query: {} }
    return (await app.call(api.listPopularReviews, sent)).data.some(({ _id }) => _id === liked.id)
  }
  await limit(new Date())
  expect([await isShownTo(viewer), await isShownTo(stranger)]).toEqual([true, false])
  await limit(null)
  const all = await app.call(api.listPopularReviews, {
    as: viewer,
    params: { movieId: film.id },
    query: { all: true },
  })
  expect(all.data.length).toBeGreaterThan(20)
  expect(all.data.every((log) => log.review.trim() !== '')).toBe(true)
  const friends = await app.call(api.listFriendsLogs, { as: viewer, params: { movieId: film.id } })
  expect(friends.data.map((log) => log.user._id)).toEqual([second.id, friend.id])
})

test('friends who logged a film, each once by the newest log, page by page', async () => {
  const reader = await buildMember(app)
  const other = await buildFilm(app)
  const friends = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
  const tie = ago(3 * hour)
  for (const [index, member] of friends.entries()) {
    await follow(app, reader, member)
    const createdAt = index > 2 ? tie : ago(index * hour)
    await buildLog(app, { author: member, film: other, createdAt: ago((index + 9) * hour), review: 'older' })
    await buildLog(app, { author: member, film: other, createdAt, review: 'newer' })
    await buildLog(app, { author: member, film: other, review: 'kept', audience: 'me' })
    await buildLog(app, { author: member, film })
  }
  await follow(app, reader, await buildMember(app))
  await buildLog(app, { author: stranger, film: other })
  await buildLog(app, { author: reader, film: other })
  const read = (query: { limit?: number; cursor?: string } = {}, as: TestMember | null = reader) =>
    app.call(api.listFriendsLogs, { params: { movieId: other.id }, query, ...(as && { as }) })
  const { data } = await read()
  expect(data.map((log) => log.review)).toEqual(data.map(() => 'newer'))
  expect(data.slice(0, 2).map((log) => log.user._id)).toEqual(friends.slice(0, 2).map(({ id }) => id))
  expect(new Set(data.map((log) => log.user._id))).toEqual(new Set(friends.map(({ id }) => id)))
  expect((await allPages(read)).map((log) => log._id)).toEqual(data.map((log) => log._id))
  expect(await app.countStatements(() => read({ limit: 5 }))).toBe(
    await app.countStatements(() => read({ limit: 1 })),
  )
  expect((await read({ cursor: forgedCursor('yesterday', '1') })).error.code).toBe('request.invalid')
  expect((await read({}, null)).status).toBe(401)
  expect((await read({}, stranger)).data).toEqual([])
})

test('an unknown member is 404', async () => {
  const { error } = await app.call(api.listMemberLogs, { as: viewer, params: { userId: randomUUID() } })
  expect(error.code).toBe('member.not_found')
})

test('the number of statements does not grow with the length of the answer', async () => {
  const calls = [
    (limit: number) => feed({ limit }),
    (limit: number) =>
      app.call(api.listMemberLogs, { as: viewer, params: { userId: friend.id }, query: { limit } }),
    (limit: number) => app.call(api.listMonthLogs, { as: viewer, query: { limit } }),
  ]
  for (const call of calls) {
    const few = await app.countStatements(() => call(1))
    const many = await app.countStatements(() => call(30))
    expect(many).toBe(few)
  }
})

test('no list reads a growing table from end to end', async () => {
  await sql`
    insert into members (id, username, email)
    select gen_random_uuid(), 'load_' || n, 'load_' || n || '@example.org' from generate_series(1, 1000) n`.execute(
    app.db,
  )
  await sql`
    update diaries set last_log_at = now() - substr(username, 6)::int * interval '1 second'
    from members where id = member_id and username like 'load_%'`.execute(app.db)
  await sql`
    insert into logs (id, member_id, film_id, review, created_at)
    select gen_random_uuid(), m.id, ${film.id}, case when n % 2 = 0 then 'text' else '' end, now() - n * interval '1 minute'
    from members m cross join generate_series(1, 8) n where m.username like 'load_%'`.execute(app.db)
  await sql`
    insert into follows (follower_id, followee_id)
    select a.id, b.id from members a join members b on b.id <> a.id
    where a.username like 'load_%' and b.username like 'load_%' and random() < 0.02`.execute(app.db)
  await sql`
    insert into sessions (id, member_id, token_hash, expires_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), now() + interval '1 day'
    from members where username like 'load_%'`.execute(app.db)
  await sql`insert into log_likes (log_id, member_id) select l.id, ${viewer.id} from logs l`.execute(app.db)
  await sql`analyze`.execute(app.db)
  const [reader] = (
    await sql<{ id: string }>`select id from members where username = 'load_7'`.execute(app.db)
  ).rows
  const statements = await app.recordStatements(async () => {
    const as = viewer
    await app.db
      .updateTable('sessions')
      .set({ member_id: reader?.id ?? '' })
      .where('member_id', '=', viewer.id)
      .execute()
    await app.call(api.getFeed, { as, params: { userId: reader?.id ?? '' } })
    await app.call(api.listWeekLogs, { as, query: {} })
    await app.call(api.listMemberLogs, { as, params: { userId: friend.id }, query: { limit: 50 } })
    await app.call(api.listPopularReviews, { as, params: { movieId: film.id }, query: {} })
    await app.call(api.listFriendsLogs, { as, params: { movieId: film.id } })
  })
  for (const { text, values } of statements.filter((statement) =>
    /^\s*(select|with)/i.test(statement.text),
  )) {
    const { rows } = await app.explain(text, values)
    const plan = rows.join('\n')
    expect(plan, plan).not.toMatch(/Seq Scan on (logs|members|follows|log_likes|sessions)\b/)
  }
  const written = await app.recordStatements(async () => {
    await app.call(api.createLog, { as: friend, body: { movieId: film.id } })
    await app.ctx.settled()
  })
  const told = written.find(({ text }) => /select follower_id/.test(text))
  const { rows } = await app.explain(told?.text ?? '', told?.values ?? [])
  // In its order, so that a page of them is read and no more.
  expect(rows.join('\n')).toContain('follows_followers')
  expect(rows.join('\n')).not.toMatch(/Sort/)
})
