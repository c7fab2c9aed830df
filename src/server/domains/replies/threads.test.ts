import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPopularReviews } from '#shared/api/logs.ts'
import { listReplies, toggleReplyLike, type Reply } from '#shared/api/replies.ts'
import { blockMember, muteMember } from '#shared/api/safety.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { buildReply, wrongCounters } from '#test/deletion.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { forgedCursor } from '#test/paging.ts'

let app: TestApp
let author: TestMember
let film: { id: number }
/** 2,000 rows: 400 comments with 0 to 8 answers each and one with many, some of them placeholders. */
let longLog: string
let busiest: string

beforeAll(async () => {
  app = await startTestApp()
  author = await buildMember(app)
  film = await buildFilm(app)
  longLog = (await buildLog(app, { author, film, review: 'long' })).id
  busiest = await buildLongThread()
})
afterAll(() => app.close())

async function buildLongThread() {
  const id = (kind: string, n: string) =>
    sql.raw(`overlay(overlay(md5('${kind}' || ${n}) placing '7' from 13) placing '8' from 17)::uuid`)
  await sql`
    insert into replies (id, log_id, member_id, text, like_count, deleted, created_at)
    select ${id('c', 'n')}, ${longLog}, case when n % 50 = 0 then null else ${author.id}::uuid end, 'comment ' || n,
      n % 3, n % 50 = 0, now() - n / 4 * interval '1 second'
    from generate_series(1, 400) n`.execute(app.db)
  await sql`
    insert into replies (id, log_id, member_id, parent_id, root_id, text, deleted, created_at)
    select ${id('a', "n || '-' || k")}, ${longLog}, case when k = 2 then null else ${author.id}::uuid end,
      ${id('c', 'n')}, ${id('c', 'n')}, 'answer ' || k, k = 2, now() + k / 2 * interval '1 second'
    from generate_series(1, 400) n, generate_series(1, case n when 7 then 400 else n % 9 end) k`.execute(
    app.db,
  )
  await sql`
    update replies r set answer_count =
      (select count(*) from replies a where a.root_id = r.id and not a.deleted)
    where log_id = ${longLog} and parent_id is null`.execute(app.db)
  const { rows } = await sql<{ id: string }>`select ${id('c', '7')} as id`.execute(app.db)
  return rows[0]?.id ?? ''
}

const page = (logId: string, query: object) => app.call(listReplies, { as: author, params: { logId }, query })

async function walk(logId: string, query: object, between?: (rows: Reply[]) => Promise<unknown>) {
  const rows: Reply[] = []
  let cursor: string | undefined
  do {
    const { status, data, headers } = await page(logId, { ...query, ...(cursor && { cursor }) })
    expect(status).toBe(200)
    rows.push(...data)
    cursor = headers.get('x-next-cursor') ?? undefined
    await between?.(data)
    expect(rows.length).toBeLessThan(10_000)
  } while (cursor)
  return rows
}

/** The whole thread as a simple program would order it, with at most `answers` below each comment. */
async function expected(answers = Infinity): Promise<string[]> {
  const all = await app.db
    .selectFrom('replies')
    .select(['id', 'root_id', 'like_count', sql<string>`created_at::text`.as('at')])
    .where('log_id', '=', longLog)
    .execute()
  const older = (a: (typeof all)[0], b: (typeof all)[0]) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1
  const comments = all.filter((row) => row.root_id === null)
  return comments
    .toSorted((a, b) => b.like_count - a.like_count || older(a, b))
    .flatMap((comment) => [
      comment.id,
      ...all
        .filter((row) => row.root_id === comment.id)
        .toSorted(older)
        .slice(0, answers)
        .map((row) => row.id),
    ])
}

const ids = (rows: Reply[]) => rows.map((row) => row._id)

test('a thread of 2,000 is read page by page in its order, without gap or double', async () => {
  const whole = await expected()
  expect(whole.length).toBeGreaterThan(2000)
  for (const limit of [100, 51]) expect(ids(await walk(longLog, { limit }))).toEqual(whole)
  expect(ids((await page(longLog, {})).data)).toEqual(whole.slice(0, 80))
})

test('`answers` bounds what is shown below each comment', async () => {
  for (const [answers, limit] of [
    [0, 100],
    [2, 41],
    [3, 100],
  ] as const)
    expect(ids(await walk(longLog, { answers, limit }))).toEqual(await expected(answers))
})

test('`root` gives the answers of one comment, oldest first', async () => {
  const rows = await walk(longLog, { root: busiest, limit: 60 })
  expect(rows).toHaveLength(400)
  expect(new Set(ids(rows)).size).toBe(400)
  expect(new Set(rows.map((row) => row.rootComment))).toEqual(new Set([busiest]))
  const times = rows.map((row) => row.createdAt)
  expect(times).toEqual(times.toSorted())
  const answer = rows[0]?._id ?? ''
  for (const root of [randomUUID(), answer])
    expect((await page(longLog, { root })).error.code).toBe('reply.not_found')
  const other = await buildLog(app, { author, film })
  expect((await page(other.id, { root: busiest })).error.code).toBe('reply.not_found')
})

test('a cursor of another log shows nothing of it', async () => {
  const first = await page(longLog, { limit: 3 })
  const other = await buildLog(app, { author, film })
  const own = await buildReply(app, author, other.id)
  const cursor = first.headers.get('x-next-cursor') ?? ''
  expect(ids((await page(other.id, { cursor })).data).filter((id) => id !== own)).toEqual([])
  const broken = forgedCursor('1', 'now', busiest, 'now', busiest)
  expect((await page(longLog, { cursor: broken })).error.issues?.[0]?.path).toBe('cursor')
})

test('reading on while likes come and go ends, and misses nobody who was not liked', async () => {
  const log = await buildLog(app, { author, film })
  const comments: string[] = []
  for (let index = 0; index < 40; index++) comments.push(await buildReply(app, author, log.id))
  const fan = await buildMember(app)
  const liked = new Set<string>()
  const rows = await walk(log.id, { limit: 4 }, async (shown) => {
    for (const replyId of [shown[0]?._id, comments[30 - liked.size]])
      if (replyId) {
        liked.add(replyId)
        await app.call(toggleReplyLike, { as: fan, params: { logId: log.id, replyId } })
      }
  })
  const seen = new Set(ids(rows))
  expect(comments.filter((id) => !liked.has(id) && !seen.has(id))).toEqual([])
  expect(liked.size).toBeGreaterThan(8)
})

test('a placeholder keeps its place and says nothing', async () => {
  const rows = (await walk(longLog, {})).filter((row) => row.deleted)
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows)
    expect(row).toMatchObject({ userId: null, username: '', avatar: null, text: '', gif: null, image: null })
  expect(rows.filter((row) => row.parentComment === null).map((row) => row.rating)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
})

test('whom a reader mutes or a block keeps apart is in no page and in no cursor, and takes nobody else’s place', async () => {
  const reader = await buildMember(app)
  const [muted, blocking, other] = await Promise.all([buildMember(app), buildMember(app), buildMember(app)])
  await app.call(muteMember, { as: reader, params: { userId: reader.id, targetId: muted.id }, body: {} })
  await app.call(blockMember, { as: blocking, params: { userId: blocking.id, targetId: reader.id } })
  const { id: logId } = await buildLog(app, { author, film, review: 'short' })
  for (const hidden of [muted, blocking]) await buildReply(app, hidden, logId)
  const shown = [await buildReply(app, other, logId), await buildReply(app, other, logId)]
  const { data, headers } = await app.call(listReplies, {
    as: reader,
    params: { logId },
    query: { limit: 1 },
  })
  expect(ids(data)).toEqual([shown[0]])
  const cursor = Buffer.from(headers.get('x-next-cursor') ?? '', 'base64url').toString()
  expect(cursor).toContain(shown[0])
  const whole = await app.call(listReplies, { as: reader, params: { logId }, query: { limit: 2 } })
  expect(ids(whole.data)).toEqual(shown)
})

test('a page touches no more of the thread than it shows, wherever it is', async () => {
  const statements = await app.recordStatements(async () => {
    let cursor: string | null = null
    for (let count = 0; count < 12; count++) {
      const { headers } = await page(longLog, { limit: 20, ...(cursor && { cursor }) })
      cursor = headers.get('x-next-cursor')
    }
  })
  const skeletons = statements.filter(({ text }) => text.includes('materialized'))
  expect(skeletons).toHaveLength(12)
  for (const { text, values } of skeletons) {
    const { rows } = await app.explain(text, values)
    expect(rows.join('\n')).not.toContain('Seq Scan')
    expect(await rowsRead(text, values)).toBeLessThan(250)
  }
})

/** Index entries and rows of `replies` that a statement looked at. */
async function rowsRead(text: string, values: unknown[]): Promise<number> {
  const client = await app.ctx.pool.connect()
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: object }[] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    )
    const nodes = JSON.stringify(rows[0]?.['QUERY PLAN'])
    const parsed: number[] = []
    JSON.parse(nodes, function reviver(this: Record<string, unknown>, key, value: unknown) {
      if (key === 'Relation Name' && value === 'replies') {
        const number = (name: string) => Number(this[name] ?? 0)
        parsed.push((number('Actual Rows') + number('Rows Removed by Filter')) * number('Actual Loops'))
      }
      return value
    })
    return parsed.reduce((sum, count) => sum + count, 0)
  } finally {
    client.release()
  }
}

test('popular reviews come with the first three rows of their threads, in one statement for all', async () => {
  const other = await buildFilm(app)
  const popular = (query: object) =>
    app.call(listPopularReviews, { as: author, params: { movieId: other.id }, query })
  const quiet = await buildLog(app, { author, film: other, review: 'quiet', likeCount: 1 })
  const log = await buildLog(app, { author, film: other, review: 'discussed', likeCount: 2 })
  const first = await buildReply(app, author, log.id)
  const second = await buildReply(app, author, log.id)
  const answer = await buildReply(app, author, log.id, { parent: second })
  await app.call(toggleReplyLike, { as: author, params: { logId: log.id, replyId: second } })
  const before = await app.countStatements(() => popular({ all: true }))
  const { data } = await popular({})
  expect(data.map((one) => [one._id, ids(one.replies)])).toEqual([
    [log.id, [second, answer, first]],
    [quiet.id, []],
  ])
  for (let index = 0; index < 6; index++) {
    const more = await buildLog(app, { author, film: other, review: `more ${index}` })
    for (let count = 0; count < 4; count++) await buildReply(app, author, more.id)
  }
  expect(await app.countStatements(() => popular({ all: true }))).toBe(before)
  const all = (await popular({ all: true })).data
  expect(all.map((one) => one.replies.length)).toEqual([3, 0, 3, 3, 3, 3, 3, 3])
  expect((await popular({})).data).toHaveLength(3)
  const paged: string[] = []
  let cursor: string | null = null
  do {
    const { data: logs, headers } = await popular({ limit: 3, ...(cursor && { cursor }) })
    paged.push(...logs.map((one) => one._id))
    cursor = headers.get('x-next-cursor')
  } while (cursor)
  expect(paged).toEqual(all.map((one) => one._id))
  expect((await wrongCounters(app)).filter((row) => row.what.startsWith('answers'))).toEqual([])
})
