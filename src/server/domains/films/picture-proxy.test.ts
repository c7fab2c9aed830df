import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFilmSourceServer, type FilmSourceServer } from '#test/fakes/film-source-server.ts'
import { buildMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

// The only call that takes an address from a caller. Whatever is sent, nothing but the image host of the film source
// is asked, and that only for a picture at a size of its own.

let images: FilmSourceServer
/** Stands for everything inside that must not be reached. */
let inside: FilmSourceServer
let app: TestApp
let picture: Buffer

beforeAll(async () => {
  images = await startFilmSourceServer()
  inside = await startFilmSourceServer()
  const plain = { width: 8, height: 12, channels: 3 as const, background: '#224466' }
  picture = await sharp({ create: plain }).png().toBuffer()
  for (const server of [images, inside]) server.otherwise(() => ({ bytes: picture, type: 'image/png' }))
  app = await startTestApp({
    env: { TMDB_BASE_URL: images.url, TMDB_IMAGE_BASE_URL: `http://localhost:${portOf(images)}/t/p` },
  })
})
beforeEach(() => {
  images.requests.length = 0
  inside.requests.length = 0
})
afterAll(async () => {
  await app.close()
  await images.close()
  await inside.close()
})

const portOf = (server: FilmSourceServer) => new URL(server.url).port
const proxy = (url: string, init: RequestInit = {}) =>
  fetch(`${app.url}/api/logs/proxy/tmdb?url=${encodeURIComponent(url)}`, { redirect: 'manual', ...init })

describe('a picture of the film source', () => {
  test.each([
    '/t/p/w500/own.jpg',
    'https://localhost/t/p/w500/whole.jpg',
    'https://LOCALHOST:443/t/p/w92/a.png',
  ])('%s comes from its image host, for everybody', async (url) => {
    const response = await proxy(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 8, height: 12 })
    expect(images.requests.map((sent) => sent.url)).toEqual([url.replace(/^https:\/\/[^/]+/, '')])
  })

  test('is kept, and asked for once', async () => {
    await proxy('/t/p/w500/kept.jpg')
    await proxy('https://localhost/t/p/w500/kept.jpg')
    expect((await fetch(`${app.url}/t/p/w500/kept.jpg`)).status).toBe(200)
    expect(images.requests).toHaveLength(1)
  })

  test('that redirects elsewhere is not followed', async () => {
    images.next({ text: '', status: 302, headers: { location: `${inside.url}/t/p/w500/secret.jpg` } })
    expect((await proxy('/t/p/w500/moved.jpg')).status).toBe(404)
    expect(inside.requests).toEqual([])
  })

  test('costs no statement, and needs no session', async () => {
    const as = await buildMember(app)
    const headers = { authorization: `Bearer ${as.token}` }
    expect(await app.countStatements(() => proxy('/t/p/w500/free.jpg', { headers }))).toBe(0)
  })

  test('that is drawn for now, the film having no title in the language, is not kept for ever', async () => {
    const kept = async (file: string) =>
      (await fetch(`${app.url}/t/p/w92/${file}`)).headers.get('cache-control')
    expect(await kept('poster213-0.fr.jpg')).toBe('public, max-age=31536000, immutable')
    expect(await kept('poster213-0.ar.jpg')).toBe('public, max-age=86400')
    const address = encodeURIComponent('/t/p/w92/poster213-0.fr.jpg')
    expect((await fetch(`${app.url}/api/logs/proxy/tmdb?url=${address}`)).status).toBe(200)
    expect((await fetch(`${app.url}/t/p/w92/poster213-0.de.jpg`)).status).toBe(404)
  })

  test('of the built-in catalogue is drawn', async () => {
    const builtIn = await startTestApp()
    try {
      for (const url of ['/t/p/w92/poster603-0.jpg', 'https://image.tmdb.org/t/p/w92/poster603-0.jpg']) {
        const response = await fetch(`${builtIn.url}/api/logs/proxy/tmdb?url=${encodeURIComponent(url)}`)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
      }
    } finally {
      await builtIn.close()
    }
  })

  test('is limited by the caller’s address', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT: '1' } })
    try {
      const ask = () => fetch(`${limited.url}/api/logs/proxy/tmdb?url=x`).then(({ status }) => status)
      const statuses: number[] = []
      for (let time = 0; time < 601; time += 1) statuses.push(await ask())
      expect([statuses[0], statuses[599], statuses[600]]).toEqual([404, 404, 429])
    } finally {
      await limited.close()
    }
  })
})

/** Spellings of the loopback, as parsers of addresses read them. */
const loopbacks = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:0:0:1]',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  'localhost.',
  'ⓛocalhost',
  'localhost%00.example.org',
  '127.0.0.1.nip.io',
]

const path = '/t/p/w500/secret.jpg'

/** Addresses whose reading differs between parsers; `at` is where the forbidden server listens. */
const tricks = (at: string): string[] => [
  `https://localhost@${at}${path}`,
  `https://localhost:x@${at}${path}`,
  `https://localhost%40${at}${path}`,
  `https://localhost%00@${at}${path}`,
  `https://localhost\\@${at}${path}`,
  `https://${at}\\@localhost${path}`,
  `https://${at}#@localhost${path}`,
  `https://${at}?@localhost${path}`,
  `https://${at}/@localhost${path}`,
  `https://${at};localhost${path}`,
  `https://localhost.${at}${path}`,
  `https://localhost.evil.example${path}`,
  `https://evil-localhost${path}`,
  `https://xlocalhost${path}`,
  `https://localhost..${path}`,
  `https://.localhost${path}`,
  `https://local\thost${path}`,
  `https://local\nhost@${at}${path}`,
  `https://localhost:80${path}`,
  `https://localhost:0443${path}`,
  `https://localhost:443:443${path}`,
  `https://localhost:${at.split(':')[1]}${path}`,
  `http://localhost${path}`,
  `http://${at}${path}`,
  `HTTPS://localhost:443@${at}${path}`,
  `//${at}${path}`,
  `//localhost${path}`,
  `///${at}${path}`,
  `/\\${at}${path}`,
  `\\\\${at}${path}`,
  `https:${at}${path}`,
  `https:/${at}${path}`,
  `https:///${at}${path}`,
  ` https://localhost${path}`,
  `https://localhost${path} `,
  `https://localhost${path}\n`,
  `https://localhost${path}?x=1`,
  `https://localhost${path}#x`,
  `https://localhost//t/p/w500/secret.jpg`,
  `https://localhost/t/p/w500//secret.jpg`,
  `https://localhost/t/p/../../secret.jpg`,
  `https://localhost/t/p/w500/../../secret.jpg`,
  `https://localhost/t/p/w500/..%2f..%2fsecret.jpg`,
  `https://localhost/t/p/w500%2fsecret.jpg`,
  `https://localhost/t/p/w500/%73ecret.jpg`,
  `https://localhost/t/p/w500/secret.svg`,
  `https://localhost/t/p/w500/secret.jpg/`,
  `https://localhost/t/p/w500/secret`,
  `https://localhost/t/p/w501/secret.jpg`,
  `https://localhost/x/t/p/w500/secret.jpg`,
  `/t/p/w500/../../secret.jpg`,
  `/t/p/w500/secret.jpg?x=1`,
  `t/p/w500/secret.jpg`,
  `/x/t/p/w500/secret.jpg`,
  `file:///etc/passwd`,
  `file://localhost${path}`,
  `file:${path}`,
  `ftp://${at}${path}`,
  `gopher://${at}/_GET%20${path}`,
  `data:image/png;base64,iVBORw0KGgo=`,
  `javascript:fetch('${at}')`,
  `blob:https://localhost${path}`,
  `jar:https://${at}!${path}`,
  `https://`,
  `https`,
  ``,
  encodeURIComponent(`https://localhost${path}`),
  encodeURIComponent(encodeURIComponent(`https://${at}${path}`)),
  `/api/logs/proxy/tmdb?url=${encodeURIComponent(`https://localhost${path}`)}`,
  `/api/logs/proxy/tmdb?url=${encodeURIComponent(`https://${at}${path}`)}`,
  `https://localhost/api/logs/proxy/tmdb?url=${encodeURIComponent(path)}`,
  `https://169.254.169.254/latest/meta-data/`,
  `https://localhost${path}`.padEnd(1200, '/'),
]

describe('addresses of anything else', () => {
  test('are refused in every spelling, and no request is made', async () => {
    const port = portOf(inside)
    const spelled = [
      ...loopbacks.flatMap((host) => [`https://${host}:${port}${path}`, `https://${host}${path}`]),
      ...tricks(`127.0.0.1:${port}`),
    ]
    expect(new Set(spelled).size).toBeGreaterThanOrEqual(80)
    for (const url of spelled) {
      const response = await proxy(url)
      expect([url, [400, 404].includes(response.status)]).toEqual([url, true])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({
        code: expect.stringMatching(/^(picture\.not_found|request\.invalid)$/),
      })
    }
    expect([images.requests, inside.requests]).toEqual([[], []])
  })

  test.each(['', '?url', '?url=', '?url=a&url=b', '?url[]=a', `?url[x]=${path}`, '?URL=/t/p/w500/a.jpg'])(
    'a query of %s is refused',
    async (query) => {
      const response = await fetch(`${app.url}/api/logs/proxy/tmdb${query}`)
      expect([400, 404]).toContain(response.status)
      expect(images.requests).toEqual([])
    },
  )
})
