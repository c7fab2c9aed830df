import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '#shared/api/notifications.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type Statement, type TestApp } from '#test/harness.ts'
import { tellLike } from '#test/tell-like.ts'

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
const like = (by: TestMember, at: string, id = log) => tellLike(app, { by, at, id })

const put = (given: { type: string; created_at: string | Date; from_id?: string; reply_id?: string }) =>
  app.db
    .insertInto('notifications')
    .values({ id: uuidv7(), member_id: author.id, from_id: fan(0).id, ...given })
    .execute()

const livesIn = (time_zone: string | null) =>
  app.db.updateTable('members').set({ time_zone }).where('id', '=', author.id).execute()

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
      const moments = Array.from({ length: 260 }, () => begin + next(seconds) * 1000).toSorted(
        (a, b) => a - b,
      )
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

  test('are those that the migration made of what was there before it', async () => {
    const next = numbers(17)
    const logs = [log, await review(), await review()]
    for (let time = 0; time < 60; time += 1) {
      const at = new Date(Date.UTC(2026, 2, 1, time, next(60)))
      const id = logs[next(logs.length)] ?? log
      await like(await buildMember(app), at.toISOString(), id)
    }
    await put({ type: 'follow', created_at: '2026-03-01T07:00:00Z' })
    const of = async () => new Map((await plain()).map(({ id, group }) => [id, group]))
    const before = await of()
    await app.db.updateTable('notifications').set({ group_id: null, group_at: null }).execute()
    const migration = await readFile('migrations/0089_notification_groups.sql', 'utf8')
    await sql.raw(/do \$\$.*?end \$\$;/s.exec(migration)?.[0] ?? '').execute(app.db)
    expect(new Set(before.values()).size).toBeGreaterThan(8)
    expect(await of()).toEqual(before)
  })

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
describe('with 20,000 likes of one log', () => {
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
        from generate_series(1, 20000) n`.execute(transaction)
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
