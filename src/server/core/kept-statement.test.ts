import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { isForViewer, standInIds } from './audience.ts'
import { keptStatement } from './kept-statement.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a text is made once for all values, and each value is one parameter of it', async () => {
  let made = 0
  const sum = (a: number, b: number) =>
    keptStatement('a sum', { a, b }, (values) => {
      made += 1
      return sql<{
        sum: number
      }>`select ${values.a}::int + ${values.b}::int + ${values.a} + ${10}::int as sum`
    })
  expect((await sum(1, 2).execute(app.db)).rows).toEqual([{ sum: 14 }])
  expect((await sum(5, 1).execute(app.db)).rows).toEqual([{ sum: 21 }])
  expect(made).toBe(1)
  expect(sum(3, 4).compile(app.db)).toMatchObject({
    sql: 'select $1::int + $2::int + $1 + $3::int as sum',
    parameters: [3, 4, 10],
  })
})

test('without a shape a statement is made for its values', async () => {
  const one = (value: number) => keptStatement(null, { value }, (of) => sql`select ${of.value + 1}::int as n`)
  expect((await one(1).execute(app.db)).rows).toEqual([{ n: 2 }])
  expect((await one(2).execute(app.db)).rows).toEqual([{ n: 3 }])
})

test('a text that depends on a value is refused', () => {
  const make = (value: number) =>
    keptStatement('wrong', { value }, (of) => sql`select ${of.value + 1}::int as n`)
  expect(() => make(1)).toThrow('the text of a kept statement may not depend on value')
})

test('guests and stand-ins have texts of their own, and so have yes, no and nothing', () => {
  const logs = (viewer: string, hides: boolean, since: Date | null) =>
    keptStatement(
      'some logs',
      { viewer, hides, since },
      (of) => sql`
        select id from logs where ${isForViewer(of.viewer)}
          and ${of.hides ? sql`true` : sql`false`} and ${of.since ? sql`created_at > ${of.since}` : sql`true`}`,
    ).compile(app.db).sql
  const member = '0199aaaa-0000-7000-8000-000000000001'
  expect(logs(member, true, null)).toBe(logs('0199aaaa-0000-7000-8000-000000000002', true, null))
  expect(logs(member, true, null)).toContain("<= 'members'")
  expect(logs(standInIds.guest, true, null)).toContain("<= 'public'")
  expect(logs(standInIds.follower, true, null)).toContain("<= 'followers'")
  expect(logs(member, false, null)).toContain('and false')
  expect(logs(member, true, new Date())).toContain('created_at >')
})

test('statements of a shape may be built into others', async () => {
  const rows = (of: { id: string }): RawBuilder<unknown> => sql`select ${of.id}::text as id`
  const outer = keptStatement(
    'outer',
    { id: 'a', other: 'b' },
    (of) => sql`select id || ${of.other}::text as both from (${rows(of)}) inner_rows`,
  )
  expect((await outer.execute(app.db)).rows).toEqual([{ both: 'ab' }])
})
