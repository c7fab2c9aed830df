import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildWebFolder } from '#test/preview-page.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let web: Awaited<ReturnType<typeof buildWebFolder>>
let app: TestApp
beforeAll(async () => {
  web = await buildWebFolder()
  await mkdir(join(web.folder, 'assets'))
  await writeFile(join(web.folder, 'assets', 'app-1a2b.js'), 'plain')
  await writeFile(join(web.folder, 'assets', 'app-1a2b.js.br'), 'small')
  await writeFile(join(web.folder, 'logo.svg'), '<svg/>')
  app = await startTestApp({ webFolder: web.folder })
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

/** Unlike `fetch` it sends the path as it is given, and leaves what comes as it was packed. */
const get = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(app.url)
      request({ hostname, port, path, method, headers }, (answer) => {
        void text(answer).then((body) =>
          resolve({ status: answer.statusCode, headers: answer.headers, body }),
        )
      })
        .on('error', reject)
        .end()
    },
  )

test('a hashed file is kept for ever, comes as it was packed, and bears no policy of documents', async () => {
  const plain = await get('/assets/app-1a2b.js')
  expect(plain).toMatchObject({ status: 200, body: 'plain' })
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toContain('javascript')
  expect(plain.headers['content-security-policy']).toBeUndefined()
  const packed = await get('/assets/app-1a2b.js?again', { 'accept-encoding': 'br' })
  expect(packed).toMatchObject({ status: 200, body: 'small', headers: { 'content-encoding': 'br' } })
  const asked = await get('/assets/app-1a2b.js', { method: 'HEAD' })
  expect(asked).toMatchObject({ status: 200, body: '', headers: { 'content-length': '5' } })
})

test('another file is asked for again each time, and costs no transfer when it is the same', async () => {
  const { status, headers, body } = await get('/logo.svg')
  expect([status, headers['cache-control'], body]).toEqual([200, 'no-cache', '<svg/>'])
  const again = await get('/logo.svg', { 'if-none-match': String(headers['etag']) })
  expect(again.status).toBe(304)
})

test.each(['/assets/gone-3c4d.js', '/assets/', '/assets', '/../package.json', '/assets/../../package.json'])(
  'nothing is served that the client has not: %s',
  async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body).toContain('request.not_found')
  },
)

test('every other path is a screen', async () => {
  for (const path of ['/', '/movie/238', '/nowhere', '/%E0%A4%A', '/movie/%?x=%']) {
    const { status, headers } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toBeDefined()
  }
})

test('an address with half an escape that is no screen is refused', async () => {
  for (const path of ['/api/users/%E0%A4%A', '/assets/%E0%A4%A']) {
    const { status, headers, body } = await get(path)
    expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
    expect(body).toContain('request.invalid')
  }
})

test('the page of the app is compressed once for all, and costs no transfer when it is the same', async () => {
  const plain = await get('/')
  expect([plain.headers['cache-control'], plain.headers['vary']]).toEqual([
    'no-cache',
    'accept-language, accept-encoding',
  ])
  const packed = await get('/settings', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers['etag'] })
  expect(Number(packed.headers['content-length'])).toBeLessThan(plain.body.length / 2)
  const again = await get('/', { 'if-none-match': String(plain.headers['etag']) })
  expect(again).toMatchObject({ status: 304, body: '' })
  const other = await get('/', { 'if-none-match': '"another"' })
  expect(other.status).toBe(200)
})

test('a server that is stopping answers what is under way, and refuses all else in the shape that is asked for', async () => {
  const ending = await startTestApp({ webFolder: web.folder })
  const { hostname, port } = new URL(ending.url)
  const ask = (path: string, method = 'GET') => request({ hostname, port, path, method, agent: false })
  const answerTo = async (asked: ReturnType<typeof ask>) => {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  const read = (path: string) => answerTo(ask(path).end())
  const under = ask('/api/auth/login', 'POST')
    .setHeader('content-type', 'application/json')
    .setHeader('content-length', 2)
  under.flushHeaders()
  await vi.waitFor(() => expect(under.socket?.bytesWritten).toBeGreaterThan(0))
  // What is asked on the same server later is read later.
  await read('/livez')
  const ended = ending.close()
  for (const path of ['/api/users', '/livez', '/logo.svg', '/nowhere.png']) {
    const { status, headers, body } = await read(path)
    expect([path, status, headers['retry-after'], headers.connection]).toEqual([path, 503, '5', 'close'])
    expect(JSON.parse(body)).toEqual({
      error: 'Scene is not available right now.',
      code: 'server.unavailable',
      requestId: headers['x-request-id'],
    })
  }
  const screen = await read('/movie/238')
  expect(screen).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5', connection: 'close', 'content-type': 'text/html; charset=utf-8' },
    body: (await read('/login')).body,
  })
  expect(screen.headers['content-security-policy']).toBeDefined()
  expect((await answerTo(under.end('{}'))).status).toBe(401)
  await ended
})

test('where no service worker is wanted, browsers are given one that takes itself away', async () => {
  const off = await startTestApp({ webFolder: web.folder, env: { SERVICE_WORKER: '0' } })
  try {
    const answer = await fetch(`${off.url}/worker.js`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(await answer.text()).toContain('registration.unregister()')
  } finally {
    await off.close()
  }
})
