import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { registry } from '#shared/api/registry.ts'
import { buildReply } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { expectOrderly, rawCall } from '#test/raw-call.ts'

// Every call of the contract with every field of its schemas replaced by what no form would send: whatever comes is
// answered, never with a fault of the server and never with anything internal.

let app: TestApp
let member: TestMember
let other: TestMember
let operator: TestMember
/** Whom operators may do anything about. */
let subject: TestMember
let logId: string
let replyId: string
/** The member's own; what takes a list away is tried on the other's. */
let listId: string
let othersListId: string
beforeAll(async () => {
  app = await startTestApp()
  other = await buildMember(app)
  operator = await buildMember(app, { role: 'operator' })
  subject = await buildMember(app)
})
afterAll(() => app.close())

const awkward = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '../../etc/passwd',
  '%',
  '%00',
  '_%\\',
  "' or 1=1 --",
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\u202egnp.exe',
  '\u{10ffff}',
  '\ufffe',
  '\u0007\u001b[31m',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}',
  '__proto__',
  'ﷺ',
  'z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '👩‍👩‍👧‍👦',
  // Six of them are still a request line that is read.
  'x'.repeat(2_400),
  '\\'.repeat(100),
  '('.repeat(90),
  'ا'.repeat(100),
  '2147483648',
  '9'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2026-02-31',
  '/media/avatars/../x.webp',
  '/t/p/original/../../x.jpg',
  Buffer.from('["2026-01-01 00:00:00+99","x"]').toString('base64url'),
]

const text = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const json = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, 0, -0, 1.5, 1e308, -1, 496243, 2 ** 53, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
)

const shapeOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(schema.shape ?? {}) : []

/** Fields that are right, so that the rest is reached. */
const right = (name: string): unknown =>
  ({
    userId: member.id,
    logId,
    replyId,
    listId,
    text: 'Stairs.',
    movieId: 496243,
    movieIds: [496243],
    movies: [{ id: 496243 }],
    title: 'Stairs',
    id: 496243,
    q: 'parasite',
    role: 'actor',
    isPrivate: true,
    posterUrl: '/poster496243-1.jpg',
    backdrop: '/t/p/original/backdrop496243-1.jpg',
    rating: 4,
  })[name]

const chosen = <T>(names: string[], value: fc.Arbitrary<T>) =>
  fc.record(
    Object.fromEntries(names.map((name) => [name, fc.option(value, { nil: undefined, freq: 3 })])),
  ) as fc.Arbitrary<Record<string, T | undefined>>

function callsOf(endpoint: AnyEndpoint) {
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return fc.record({
    // Nothing at all would be another path.
    params: chosen(
      params,
      text.filter((value) => value !== ''),
    ),
    query: chosen(shapeOf(endpoint.query), text),
    body: fc.oneof(
      { weight: 4, arbitrary: chosen(shapeOf(endpoint.body), json) },
      { weight: 1, arbitrary: json },
    ),
  })
}

/** As a browser would; half a character has no encoding and is sent as its bytes. */
const encode = (value: string) =>
  value.isWellFormed() ? encodeURIComponent(value) : encodeURIComponent(value.toWellFormed()) + '%ED%A0%80'

async function send(
  endpoint: AnyEndpoint,
  sent: { params: Record<string, string | undefined>; query: object; body: unknown },
) {
  const given = new Map<string, string | undefined>(Object.entries(sent.params))
  const list = endpoint.method === 'DELETE' ? othersListId : listId
  const own: Record<string, string> = {
    movieId: '496243',
    memberId: subject.id,
    logId,
    replyId,
    listId: list,
  }
  if (endpoint.path.startsWith('/api/movies')) own['id'] = '496243'
  if (endpoint.path.startsWith('/api/tmdb/person')) own['id'] = '900495980'
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encode(given.get(name) ?? own[name] ?? member.id),
  )
  const query = Object.entries(sent.query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encode(String(value))}`)
    .join('&')
  const isMap = typeof sent.body === 'object' && sent.body !== null && !Array.isArray(sent.body)
  const body = isMap
    ? Object.fromEntries(
        Object.entries(sent.body as object).map(([name, value]) => [name, value ?? right(name)]),
      )
    : sent.body
  return rawCall(app, {
    method: endpoint.method,
    path: `${path}?${query}`,
    ...(endpoint.access !== 'guest' && { as: endpoint.access === 'operator' ? operator : member }),
    ...(endpoint.method !== 'GET' && { body: endpoint.files ? formOf(body) : JSON.stringify(body) }),
  })
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}

// Both may take the member away; they are asked for their own with others' ids in the matrix of callers.
const skipped = new Set(['deleteMember', 'endAllSessions', 'logout'])

describe('the contract, whatever is sent', () => {
  beforeAll(async () => {
    member = await buildMember(app)
    const film = await buildFilm(app, { id: 496243, title: 'Parasite' })
    await follow(app, member, other)
    logId = (await buildLog(app, { author: other, film, review: 'Stairs.' })).id
    replyId = await buildReply(app, member, logId)
    const given = { films: [film], likedBy: [member], savedBy: [member] }
    othersListId = (await buildList(app, { ...given, author: other })).id
    listId = (await buildList(app, { ...given, author: member })).id
  })

  test.each(registry.filter(({ name }) => !skipped.has(name)))('$domain $name', async ({ endpoint }) => {
    await fc.assert(
      fc.asyncProperty(callsOf(endpoint), async (sent) => {
        const answer = await send(endpoint, sent)
        expect(answer.status).toBeLessThan(500)
        expectOrderly(answer, sent)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  test('the member is still there, and so is everybody else', async () => {
    for (const id of [member.id, other.id])
      expect((await rawCall(app, { method: 'GET', path: `/api/users/${id}`, as: member })).status).toBe(200)
  })
})

test.each([
  ['a broken escape in the path', 'GET', '/api/users/%E0%A4%A', undefined],
  ['a path of 8 kB', 'GET', `/api/users/${'a'.repeat(8000)}`, undefined],
  ['a query of 10 kB', 'GET', `/api/users?query=${'a'.repeat(10_000)}`, undefined],
  ['a repeated query', 'GET', '/api/users?query=a&query=b&limit=1&limit=2', undefined],
  ['a prototype in a body', 'PATCH', '/api/watchlist/1', '{"__proto__":{"isPrivate":true}}'],
  ['a constructor in a body', 'PATCH', '/api/watchlist/1', '{"constructor":{"prototype":{"x":1}}}'],
  ['half a body', 'POST', '/api/watchlist/toggle', '{"movieId":'],
  ['a deep body', 'POST', '/api/watchlist/toggle', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  [
    'a body of 2 MB',
    'POST',
    '/api/watchlist/toggle',
    JSON.stringify({ movieId: 1, x: 'x'.repeat(2_000_000) }),
  ],
])('%s is answered in order', async (_name, method, path, body) => {
  const answer = await rawCall(app, { method, path, as: member, ...(body !== undefined && { body }) })
  expectOrderly(answer, path)
  expect(answer.status).toBeGreaterThanOrEqual(400)
})

test.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'nonsense',
])('a body of type %s is refused', async (type) => {
  const answer = await rawCall(app, {
    method: 'POST',
    path: '/api/watchlist/toggle',
    as: member,
    headers: { 'content-type': type },
    body: '{"movieId":496243}',
  })
  expectOrderly(answer, type)
  expect(answer.status).toBe(415)
})
