import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFilmSourceServer, type FilmSourceServer } from '#test/fakes/film-source-server.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('pictures of the built-in catalogue', () => {
  test('are for everybody and kept for a year', async () => {
    const response = await fetch(`${app.url}/t/p/w185/poster603-0.jpg`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 185, height: 278 })
  })

  test('default art is at /art', async () => {
    for (const name of ['default-poster', 'default-avatar', 'default-backdrop', 'avatar-lina']) {
      const response = await fetch(`${app.url}/art/${name}.webp`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toContain('immutable')
    }
  })

  test('cost no statement', async () => {
    expect(await app.countStatements(() => fetch(`${app.url}/t/p/w92/poster603-0.jpg`))).toBe(0)
  })

  test.each([
    '/t/p/w185/poster2147483600-0.jpg',
    '/t/p/w186/poster603-0.jpg',
    '/t/p/w185/poster603-0.svg',
    '/t/p/..%2f..%2f/poster603-0.jpg',
    '/t/p/w185/..%2f..%2f..%2fpackage.json',
    '/t/p/w185/%00.jpg',
    '/t/p/w185/poster603-0.jpg%3fx',
    '/t/p/__proto__/constructor',
    '/art/..%2f..%2fconfig.ts',
    '/art/default-poster.svg',
  ])('%s answers 404 and is not kept', async (path) => {
    const response = await raw(path)
    expect(response.status).toBe(404)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(response.body)).toMatchObject({ code: 'picture.not_found' })
  })

  test('/t/p/w185/../../../package.json is no picture', async () => {
    const response = await raw('/t/p/w185/../../../package.json')
    expect(response.headers['content-type']).not.toMatch(/image/)
    expect(response.body).not.toContain('dependencies')
  })
})

describe('pictures of a film database', () => {
  let host: FilmSourceServer
  let proxied: TestApp
  beforeAll(async () => {
    host = await startFilmSourceServer()
    proxied = await startTestApp({ env: { TMDB_BASE_URL: host.url, TMDB_IMAGE_BASE_URL: `${host.url}/t/p` } })
  })
  afterAll(async () => {
    await proxied.close()
    await host.close()
  })

  test('come from its image host and carry nothing of its headers', async () => {
    const plain = { width: 8, height: 12, channels: 3 as const, background: '#224466' }
    const bytes = await sharp({ create: plain }).png().toBuffer()
    host.next({ bytes, type: 'image/png', headers: { 'set-cookie': 'a=b', 'x-other': 'c' } })
    const response = await fetch(`${proxied.url}/t/p/w500/abc.jpg`)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-other')).toBeNull()
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 8, height: 12 })
    expect(host.requests.map((sent) => sent.url)).toEqual(['/t/p/w500/abc.jpg'])
  })

  test('a host that fails is told as 503 and not kept', async () => {
    host.next('reset')
    const response = await fetch(`${proxied.url}/t/p/w500/def.jpg`)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ code: 'film.source_down' })
  })
})

/** The path as it is: `fetch` would tidy it up. */
function raw(path: string) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(app.url)
      request({ hostname, port, path }, (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}
