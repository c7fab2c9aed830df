import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteLog, toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { toggleListLike } from '#shared/api/lists.ts'
import { blockMember, muteMember } from '#shared/api/safety.ts'
import * as api from '#shared/api/notifications.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type Statement, type TestApp } from '#test/harness.ts'
import { insertLikeNotification, type NewLike } from './notifications.queries.ts'

let app: TestApp
let film: { id: number }
let author: TestMember
let fans: TestMember[]
let log: string

beforeAll(async () => {
  app = await startTestApp()
  film = await buildFilm(app, { title: 'Salt Harbour' })
  fans = []
  for (let fan = 0; fan < 6; fan += 1) fans.push(await buildMember(app))
})
afterAll(() => app.close())
beforeEach(async () => {
  author = await buildMember(app)
  log = await review()
})

const review = async (text = 'Discuss.') => (await buildLog(app, { author, film, review: text })).id
const fan = (number: number) => fans[number] ?? author
const read = (query: object = {}, as = author) => app.call(api.listNotificationGroups, { as, query })
const groups = async (query: object = {}) => (await read(query)).data
/** How a group reads: who did it, newest first, and how many. */
const said = async (query: object = {}) =>
  (await groups(query)).map(({ newest: { type, from }, count }) => [type, from._id, count])

const marks = {
  log: { table: 'log_likes', column: 'log_id' },
  reply: { table: 'reply_likes', column: 'reply_id' },
  list: { table: 'list_likes', column: 'list_id' },
} as const

/** A like of a moment, told as the event tells it. */
async function like(by: TestMember, at: string, id = log, of: NewLike['of'] = 'log') {
  const { table, column } = marks[of]
  await sql`insert into ${sql.table(table)} (${sql.ref(column)}, member_id) values (${id}, ${by.id})`.execute(
    app.db,
  )
  const notificationId = uuidv7()
  const given = { notificationId, of, id, memberId: by.id, createdAt: new Date(at) }
  await insertLikeNotification(given).execute(app.db)
  return notificationId
}

const put = (given: { type: string; created_at: string | Date; from_id?: string; reply_id?: string }) =>
  app.db
    .insertInto('notifications')
    .values({ id: uuidv7(), member_id: author.id, from_id: fan(0).id, ...given })
    .execute()

const livesIn = (time_zone: string | null) =>
  app.db.updateTable('members').set({ time_zone }).where('id', '=', author.id).execute()

describe('likes of one thing', () => {
  test('share a group for twelve hours after the first, whose place is the newest’s', async () => {
    await like(fan(0), '2026-03-01T10:00:00.000Z')
    await put({ type: 'follow', created_at: '2026-03-01T12:00:00Z' })
    await like(fan(1), '2026-03-01T22:00:00.000Z')
    await like(fan(2), '2026-03-01T22:00:00.001Z')
    await like(fan(3), '2026-03-02T09:00:00.000Z')
    expect(await said()).toEqual([
      ['review_like', fan(3).id, 2],
      ['review_like', fan(1).id, 2],
      ['follow', fan(0).id, 1],
    ])
  })

  test('name three of those who liked it, count all, and tell what it is about', async () => {
    for (const one of fans) await app.call(toggleLogLike, { as: one, params: { logId: log } })
    const [group, ...others] = await groups()
    expect(others).toEqual([])
    expect(group).toMatchObject({
      kind: 'likes',
      dayKey: null,
      count: fans.length,
      read: false,
      parts: [],
      newest: { type: 'review_like', reviewId: log, title: 'Salt Harbour', from: { _id: fan(5).id } },
    })
    expect(group?.members.map(({ _id }) => _id)).toEqual([fan(5).id, fan(4).id, fan(3).id])
  })

  test('are one group also where all come at once', async () => {
    await Promise.all(fans.map((as) => app.call(toggleLogLike, { as, params: { logId: log } })))
    expect((await groups()).map(({ count }) => count)).toEqual([fans.length])
  })

  test('are told apart by thing, and comments and shares stand alone', async () => {
    const list = (await buildList(app, { author, title: 'Salt' })).id
    const comments = [await buildReply(app, author, log), await buildReply(app, author, log)]
    for (const one of [fan(0), fan(1)]) {
      await app.call(toggleListLike, { as: one, params: { listId: list } })
      for (const comment of comments) await like(one, '2026-03-01T10:00:00Z', comment, 'reply')
      await like(one, '2026-03-01T10:00:00Z')
      await put({ type: 'reply', created_at: '2026-03-01T09:00:00Z', from_id: one.id })
      await put({ type: 'suggest_movie', created_at: '2026-03-01T09:00:00Z', from_id: one.id })
    }
    const types = (await groups()).map(({ kind, newest, count }) => [kind, newest.type, count])
    expect(types.toSorted()).toEqual(
      [
        ['likes', 'list_like', 2],
        ['likes', 'reaction', 2],
        ['likes', 'reaction', 2],
        ['likes', 'review_like', 2],
        ['comments', 'reply', 1],
        ['comments', 'reply', 1],
        ['shares', 'suggest_movie', 1],
        ['shares', 'suggest_movie', 1],
      ].toSorted(),
    )
    expect((await groups({ kind: 'likes' })).map(({ newest }) => newest.type)).toHaveLength(4)
    expect(await said({ kind: 'comments' })).toHaveLength(2)
    expect(await said({ kind: 'follows' })).toEqual([])
    expect((await read({ kind: 'others' })).status).toBe(400)
  })

  test('keep their key while more come, and are read when all are', async () => {
    const first = await like(fan(0), '2026-03-01T10:00:00Z')
    const [alone] = await groups()
    expect(alone).toMatchObject({ key: first, count: 1, read: false })
    await app.call(api.markOneRead, { as: author, params: { id: first } })
    expect(await groups()).toMatchObject([{ key: first, read: true }])
    await like(fan(1), '2026-03-01T11:00:00Z')
    expect(await groups()).toMatchObject([{ key: first, count: 2, read: false, dayKey: null }])
    await app.call(api.markAllRead, { as: author })
    expect(await groups()).toMatchObject([{ key: first, count: 2, read: true }])
  })
})

describe('what one member alone liked on a day', () => {
  test('is a group with its things, by the days of who reads', async () => {
    const other = await review('More.')
    await like(fan(0), '2026-03-01T20:30:00Z')
    await like(fan(0), '2026-03-01T21:30:00Z', other)
    expect(await groups()).toMatchObject([
      {
        key: `review_like:${fan(0).id}:2026-03-01`,
        dayKey: `review_like:${fan(0).id}:2026-03-01`,
        count: 2,
        parts: [{ reviewId: other }, { reviewId: log }],
        members: [{ _id: fan(0).id }],
      },
    ])
    await livesIn('Asia/Riyadh')
    expect((await groups()).map(({ count, dayKey }) => [count, dayKey?.slice(-10)])).toEqual([
      [1, '2026-03-02'],
      [1, '2026-03-01'],
    ])
    await livesIn('America/Halifax')
    expect((await groups()).map(({ count }) => count)).toEqual([2])
    // What this database has never heard of is UTC.
    await livesIn('Nowhere/Atlantis')
    expect((await groups()).map(({ count }) => count)).toEqual([2])
  })

  test('leaves what others liked too, and has one type', async () => {
    const [second, third] = [await review('More.'), await review('Enough.')]
    const list = (await buildList(app, { author, title: 'Salt' })).id
    await like(fan(0), '2026-03-01T08:00:00Z', list, 'list')
    await like(fan(0), '2026-03-01T09:00:00Z')
    await like(fan(1), '2026-03-01T10:00:00Z')
    await like(fan(0), '2026-03-01T11:00:00Z', second)
    await like(fan(0), '2026-03-01T12:00:00Z', third)
    expect(await said()).toEqual([
      ['review_like', fan(0).id, 2],
      ['review_like', fan(1).id, 2],
      ['list_like', fan(0).id, 1],
    ])
  })

  test('tells twenty things one by one and counts all', async () => {
    for (let time = 0; time < 23; time += 1)
      await like(fan(0), `2026-03-01T10:${10 + time}:00Z`, await review(`${time}`))
    const [group] = await groups()
    expect([group?.count, group?.parts.length]).toEqual([23, api.groupParts])
  })
})

describe('of whom the reader sees nothing', () => {
  const safety = (other: TestMember) => ({
    as: author,
    params: { userId: author.id, memberId: other.id, otherId: other.id, targetId: other.id },
  })

  test('is nothing in a group: who is blocked or muted, and whose account is gone', async () => {
    const gone = await buildMember(app)
    const other = await review('More.')
    await like(fan(0), '2026-03-01T09:00:00Z')
    for (const [at, one] of [fan(1), fan(2), gone].entries()) await like(one, `2026-03-01T1${at}:00:00Z`)
    await like(fan(0), '2026-03-01T08:00:00Z', other)
    expect(await said()).toEqual([
      ['review_like', gone.id, 4],
      ['review_like', fan(0).id, 1],
    ])
    await app.db.deleteFrom('members').where('id', '=', gone.id).execute()
    await app.call(blockMember, safety(fan(2)))
    expect(await said()).toEqual([
      ['review_like', fan(1).id, 2],
      ['review_like', fan(0).id, 1],
    ])
    // The one who is left is alone with both things now.
    await app.call(muteMember, { ...safety(fan(1)), body: { notifications: true } })
    expect(await said()).toEqual([['review_like', fan(0).id, 2]])
    expect(JSON.stringify(await groups())).not.toContain(fan(1).username)
  })

  test('also where the first of a group is', async () => {
    await like(fan(0), '2026-03-01T09:00:00Z')
    await like(fan(1), '2026-03-01T10:00:00Z')
    await app.call(blockMember, safety(fan(0)))
    await like(fan(2), '2026-03-01T11:00:00Z')
    expect(await said()).toEqual([['review_like', fan(2).id, 2]])
  })

  test('what is not wanted in the app is in no group', async () => {
    await like(fan(0), '2026-03-01T09:00:00Z')
    const hidden = await like(fan(1), '2026-03-01T10:00:00Z')
    await app.db.updateTable('notifications').set({ is_shown: false }).where('id', '=', hidden).execute()
    expect(await said()).toEqual([['review_like', fan(0).id, 1]])
  })

  test('a group goes with what it is about, and loses a title that is not for the reader', async () => {
    await like(fan(0), '2026-03-01T09:00:00Z')
    const others = await buildLog(app, { author: fan(1), film, review: 'Mine.' })
    const comment = await buildReply(app, author, others.id)
    await like(fan(2), '2026-03-01T10:00:00Z', comment, 'reply')
    expect((await groups()).map(({ newest }) => newest.title)).toEqual(['Salt Harbour', 'Salt Harbour'])
    await app.call(updateLog, { as: fan(1), params: { logId: others.id }, body: { audience: 'me' } })
    expect((await groups()).map(({ newest }) => newest.title)).toEqual([null, 'Salt Harbour'])
    await app.call(deleteLog, { as: author, params: { logId: log } })
    expect((await groups()).map(({ newest }) => newest.type)).toEqual(['reaction'])
  })
})

interface Plain {
  id: string
  type: string
  from: string
  thing: string | null
  group: string | null
  at: Date
}

/** The same by hand, out of everything. */
function expected(all: Plain[], zone: string): { key: string; count: number }[] {
  const newestFirst = all.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  const byGroup = Map.groupBy(newestFirst, ({ id, group }) => group ?? id)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  const rows = [...byGroup].map(([group, [newest, ...others]]) => {
    if (!newest) throw new Error('a group has one')
    const dayKey =
      newest.group === null || others.length > 0
        ? null
        : `${newest.type}:${newest.from}:${day.format(newest.at)}`
    return { group, dayKey, count: others.length + 1 }
  })
  const byDay = Map.groupBy(rows, ({ group, dayKey }) => dayKey ?? group)
  return [...byDay.values()].map((same) => {
    const [{ group, dayKey, count } = { group: '', dayKey: null, count: 0 }] = same
    return same.length > 1 ? { key: dayKey ?? '', count: same.length } : { key: group, count }
  })
}

describe('pages', () => {
  /** Numbers that are the same in every run. */
  function numbers(seed: number) {
    let state = seed
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * below)
    }
  }

  async function all(query: { limit: number; kind?: string }) {
    const found: { key: string; count: number }[] = []
    let cursor: string | undefined
    do {
      const { data, headers } = await read({ ...query, ...(cursor && { cursor }) })
      expect(data.length).toBeLessThanOrEqual(query.limit)
      expect(data.length).toBeGreaterThan(0)
      found.push(...data.map(({ key, count }) => ({ key, count })))
      cursor = headers.get('x-next-cursor') ?? undefined
    } while (cursor)
    return found
  }

  async function plain(): Promise<Plain[]> {
    const rows = await app.db
      .selectFrom('notifications')
      .selectAll()
      .where('member_id', '=', author.id)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      from: row.from_id,
      thing: row.log_id,
      group: row.group_id,
      at: row.created_at,
    }))
  }

  test.each([
    ['of several days', 7, 'Asia/Riyadh', 5 * 86_400],
    ['of one day', 11, 'America/New_York', 86_400],
    // Many of one moment.
    ['of a minute', 13, 'Pacific/Auckland', 60],
  ])(
    'hold each group once and none is lost: %s',
    async (_, seed, zone, seconds) => {
      await livesIn(zone)
      const next = numbers(seed)
      const logs = [log]
      for (let one = 0; one < 60; one += 1) logs.push(await review(`${one}`))
      const begin = Date.parse('2026-03-26T00:00:00Z')
      const moments = Array.from({ length: 260 }, () => begin + next(seconds) * 1000).toSorted()
      for (const moment of moments) {
        const created_at = new Date(moment)
        const by = fan(next(fans.length))
        const id = logs[next(logs.length)] ?? log
        if (next(5) === 0) await put({ type: 'follow', created_at, from_id: by.id })
        else await like(by, created_at.toISOString(), id).catch(() => undefined)
      }
      const rows = await plain()
      expect(rows.length).toBeGreaterThan(150)
      const wanted = expected(rows, zone)
      for (const limit of [1, 2, 7, 24, 100]) expect(await all({ limit })).toEqual(wanted)
      const likes = expected(
        rows.filter(({ group }) => group !== null),
        zone,
      )
      expect(await all({ limit: 5, kind: 'likes' })).toEqual(likes)
    },
    60_000,
  )

  test('go on where one member liked more on a day than is looked at at once', async () => {
    for (let one = 0; one < 130; one += 1)
      await like(fan(0), new Date(Date.UTC(2026, 2, 3, 8, one)).toISOString(), await review(`${one}`))
    await put({ type: 'follow', created_at: '2026-03-03T07:00:00Z' })
    await put({ type: 'reply', created_at: '2026-03-02T23:00:00Z' })
    await like(fan(1), '2026-03-02T09:00:00Z')
    const wanted = expected(await plain(), 'UTC')
    expect(wanted.map(({ count }) => count)).toEqual([130, 1, 1, 1])
    for (const limit of [1, 24]) expect(await all({ limit })).toEqual(wanted)
  })

  test('cost one statement, however many groups they hold', async () => {
    await like(fan(0), '2026-03-01T09:00:00Z')
    const few = await app.countStatements(() => read({ limit: 1 }))
    for (const one of fans.slice(1)) await like(one, '2026-03-01T10:00:00Z', await review())
    expect(await app.countStatements(() => read({ limit: 50 }))).toBe(few)
    const statements = await app.recordStatements(() => read())
    expect(statements.filter(({ text }) => text.includes('notifications'))).toHaveLength(1)
  })

  test('are refused for what is no cursor of theirs', async () => {
    expect((await read({ cursor: 'x' })).status).toBe(400)
  })
})

/** The last: what keeps rows to members that there are is not kept here. */
describe('with 100,000 likes of one log', () => {
  beforeAll(async () => {
    await sql`alter table notifications drop constraint notifications_from_id_fkey`.execute(app.db)
  })

  test('a page reads few rows, whatever it is narrowed to', async () => {
    await app.db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`
        insert into notifications (id, member_id, from_id, type, log_id, created_at, group_id, group_at)
        select gen_random_uuid(), ${author.id}, case when n = 1 then ${fan(0).id}::uuid else gen_random_uuid() end,
          'review_like', ${log}, now() - n * interval '0.1 second', ${log}, now() - interval '10000 seconds'
        from generate_series(1, 100000) n`.execute(transaction)
    })
    await put({ type: 'follow', created_at: new Date(Date.now() - 3_600_000) })
    await like(fan(1), '2026-03-01T09:00:00Z', await review())
    await sql`analyze notifications`.execute(app.db)
    for (const [kind, counts] of [
      [undefined, [api.countedMembers, 1, 1]],
      ['likes', [api.countedMembers, 1]],
      ['follows', [1]],
    ] as const) {
      const query = kind === undefined ? {} : { kind }
      expect((await groups(query)).map(({ count }) => count)).toEqual(counts)
      const recorded = await app.recordStatements(() => read(query))
      const statement = recorded.find(({ text }) => text.includes('notifications'))
      if (!statement) throw new Error('it asks')
      expect(touchedBy(await planOf(statement))).toBeLessThan(3000)
    }
  })
})

/** As for everybody: without the values. */
async function planOf({ text, values }: Statement): Promise<PlanNode | undefined> {
  const client = await app.ctx.pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    )
    return rows[0]?.['QUERY PLAN'][0]?.Plan
  } finally {
    client.release(true)
  }
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Notifications that a plan looked at, whether it kept them or not. */
function touchedBy(node: PlanNode | undefined): number {
  if (!node) return 0
  const own =
    node['Relation Name'] === 'notifications'
      ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
      : 0
  return own * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, plan) => sum + touchedBy(plan), 0)
}
