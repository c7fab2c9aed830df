import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#shared/api/registry.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { moderators, operatorLast, operators, ownerLast, type Verdicts } from '#test/access-verdicts.ts'
import { rows } from '#test/access.ts'
import { buildWorld, callRow, type World } from '#test/access-world.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { buildWebFolder } from '#test/preview-page.ts'

// Every call of the contract by everybody, beside what test/access.ts says of it. A call without a row fails.

/** Mounted beside the contract: what guests may read, and what says itself whom it lets in. */
const outside: Record<string, string> = {
  // The built client.
  'GET /*': 'everybody',
  'GET /livez': 'everybody',
  'GET /readyz': 'everybody',
  'GET /metrics': 'who has METRICS_TOKEN: test/server/metrics.test.ts',
  'GET /media/:folder/:file': 'everybody',
  'GET /t/p/:size/:file': 'everybody',
  'GET /art/:file': 'everybody',
  'GET /gifs/:provider/:file': 'everybody',
  'GET /dev/mail.json': 'this machine alone: src/server/domains/accounts/dev-mail.test.ts',
  'GET /dev/mail': 'this machine alone: src/server/domains/accounts/dev-mail.test.ts',
  'GET /og/:type/:file': 'everybody',
  'GET /oembed': 'everybody',
  'GET /socket.io/': 'sessions: src/server/adapters/realtime/realtime.test.ts',
  'POST /socket.io/': 'sessions: src/server/adapters/realtime/realtime.test.ts',
  'GET /api/openapi.json': 'everybody',
  'GET /api/docs': 'everybody',
  'GET /api/docs.css': 'everybody',
  'GET /api/logs/proxy/tmdb': 'everybody',
  'GET /api/feeds/:secret/:file': 'who has the secret: src/server/domains/feeds/feeds.test.ts',
  'POST /api/hooks/:kind/:secret': 'who has the secret: src/server/domains/players/players.test.ts',
  'POST /api/hooks/trakt/:secret/scrobble/:action':
    'who has the secret: src/server/domains/players/players.test.ts',
  'POST /unsubscribe/:token': 'who has the token: src/server/domains/notifications/notification-mail.test.ts',
  'GET /:username/film/:slug/:logId': 'everybody, to a screen that asks who it is',
  'GET /:username/list/:slug/:listId': 'everybody, to a screen that asks who it is',
  'GET /robots.txt': 'everybody',
  'GET /sitemap.xml':
    'everybody, whom search engines may list: src/server/domains/guest-pages/guest-pages.test.ts',
  'GET /sitemap/:kind.xml':
    'everybody, whom search engines may list: src/server/domains/guest-pages/guest-pages.test.ts',
  'GET /@:username/rss': 'everybody, what is public: src/server/domains/feeds/public-feeds.test.ts',
  'GET /:username/rss': 'everybody, what is public: src/server/domains/feeds/public-feeds.test.ts',
  'GET /@:username/feed.json': 'everybody, what is public: src/server/domains/feeds/public-feeds.test.ts',
  'GET /list/:listId/rss': 'everybody, what is public: src/server/domains/feeds/public-feeds.test.ts',
  'GET /list/:listId/feed.json': 'everybody, what is public: src/server/domains/feeds/public-feeds.test.ts',
}

const mounted: string[] = []
let web: Awaited<ReturnType<typeof buildWebFolder>>
let app: TestApp

beforeAll(async () => {
  web = await buildWebFolder()
  app = await startTestApp({
    webFolder: web.folder,
    // A call that asks for a second one while its transaction holds the first waits in vain, as many at once would.
    connections: 1,
    env: { REQUIRE_VERIFIED_EMAIL: '1', METRICS_TOKEN: 'only-for-the-tests' },
    onRoute: ({ method, url }) => mounted.push(`${method} ${url}`),
  })
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

test('every call has a row, and every row is of a call', () => {
  expect(Object.keys(rows).toSorted()).toEqual(registry.map(({ name }) => name).toSorted())
})

test('whatever else is mounted says whom it lets in', () => {
  const spelled = new Set(registry.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
  const others = mounted.filter((route) => !/^(HEAD|OPTIONS) /.test(route) && !spelled.has(route))
  expect([...new Set(others)].toSorted()).toEqual(Object.keys(outside).toSorted())
})

let reading: Promise<World> | undefined

test.each(registry)('$domain $name lets in whom its row says', async (called) => {
  const row = rows[called.name]
  const isRead = called.endpoint.method === 'GET'
  const world = await (isRead ? (reading ??= buildWorld(app)) : buildWorld(app))
  const answered: Partial<Verdicts> = {}
  for (const actor of row?.who === operators || row?.who === moderators ? operatorLast : ownerLast) {
    const { status, data } = await callRow(app, called, world, world.who[actor])
    const code = status === 200 ? 'in' : (data as { code: ErrorCode }).code
    answered[actor] = code === row?.reached ? 'in' : code
  }
  expect(answered).toEqual(row?.who)
})
