import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#shared/api/registry.ts'
import { filmSorts } from '#shared/api/logs.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildImport, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { forgedCursor } from '#test/paging.ts'
import { expectOrderly, rawCall } from '#test/raw-call.ts'

let app: TestApp
let member: TestMember
/** What the names in paths stand for; every other one is the member's id. */
let named: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  // One for whom all calls are there.
  member = await buildMember(app, { role: 'operator' })
  const log = await buildLog(app, { author: member, film: await buildFilm(app) })
  const list = await buildList(app, { author: member, films: [await buildFilm(app)] })
  named = {
    ':importId': (await buildImport(app, { member })).id,
    ':listId': list.id,
    ':listRoot': await buildReply(app, member, { list: list.id }),
    ':logId': log.id,
    ':period': '2026',
    ':root': await buildReply(app, member, log.id),
  }
})
afterAll(() => app.close())

/** Further ways of a call to go through its rows, each with a cursor of its own. */
const ways: Record<string, string[]> = {
  listMembers: ['', 'query=ada'],
  listReplies: ['', 'answers=2', 'root=:root'],
  listListReplies: ['', 'answers=2', 'root=:listRoot'],
  searchLists: ['query=houses', 'q=houses'],
  listMemberLogs: ['created', 'watched', 'likes'].flatMap((sort) => [
    `sort=${sort}`,
    `sort=${sort}&reviews=true`,
  ]),
  listMemberFilms: filmSorts.flatMap((sort) => ['desc', 'asc'].map((order) => `sort=${sort}&order=${order}`)),
  listWatchlist: ['added', 'release', 'rating', 'runtime'].flatMap((sort) => [
    `sort=${sort}&order=desc`,
    `sort=${sort}&order=asc&genre=18`,
  ]),
}

const paged = registry.filter(
  ({ endpoint }) =>
    endpoint.query && 'shape' in endpoint.query && 'cursor' in (endpoint.query.shape as object),
)
const calls = paged.flatMap(({ name, endpoint }) =>
  (ways[name] ?? ['']).map((way) => ({ call: `${endpoint.path}?${way}` })),
)

const id = randomUUID()
const instant = '2026-01-01 00:00:00+00'
const wrong = [
  '',
  'x',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  ' 1',
  'NaN',
  'infinity',
  'yesterday',
  'now',
  'a\0b',
  '2026-13-45 00:00:00+00',
  '2026-01-01 00:00:00+99',
  '2026-01-01 00:00:00 Nowhere/Zone',
  '999999-01-01 00:00:00+00',
  '2147483648',
  "1' or true --",
]
const broken = [
  'nonsense',
  '{}',
  Buffer.from('["a"]').toString('base64url'),
  Buffer.from('[1,2]').toString('base64url'),
  Buffer.from('[null,null]').toString('base64url'),
  Buffer.from('null').toString('base64url'),
  forgedCursor(),
  ...wrong.flatMap((value) => [forgedCursor(value, 'not-an-id'), forgedCursor('1', value, 'not-an-id')]),
  // Not even with a right id.
  ...['infinity', 'now', '2026-01-01 00:00:00+99', '2026-01-01 Nowhere/Zone', '\0', '-5'].flatMap((value) => [
    forgedCursor(value, id),
    forgedCursor('1', value, id),
    forgedCursor('1', instant, id, value, id),
  ]),
  forgedCursor(instant, '2147483648'),
  forgedCursor('1', instant, '1', id, instant, id),
  'A'.repeat(301),
]

test('each paged call is among those tried', () => {
  expect(paged.length).toBeGreaterThan(15)
  const names = new Set(paged.map(({ name }) => name))
  expect(Object.keys(ways).filter((name) => !names.has(name))).toEqual([])
})

test.each(calls)('$call refuses every cursor that it did not give', async ({ call }) => {
  const path = call.replaceAll(/:\w+/g, (name) => named[name] ?? member.id)
  const statuses = await Promise.all(
    broken.map(async (cursor) => {
      const sent = `${path}&cursor=${encodeURIComponent(cursor)}`.replace('?&', '?')
      const answer = await rawCall(app, { method: 'GET', path: sent, as: member })
      expectOrderly(answer, sent)
      return [Buffer.from(cursor, 'base64url').toString(), answer.status]
    }),
  )
  expect(statuses.filter(([, status]) => status !== 400)).toEqual([])
})
