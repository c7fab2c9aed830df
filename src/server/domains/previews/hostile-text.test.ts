import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { buildWebFolder, plainPage, readPreview } from '#test/preview-page.ts'

// What members and callers write, in the tags of a preview.

let web: Awaited<ReturnType<typeof buildWebFolder>>
let app: TestApp
let layla: TestMember
let listId: string

beforeAll(async () => {
  web = await buildWebFolder()
  app = await startTestApp({ webFolder: web.folder })
  layla = await buildMember(app, { username: 'layla' })
  listId = (await buildList(app, { author: layla })).id
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

const get = (path: string, at: { url: string } = app) => fetch(at.url + path)
const page = async (path: string, at?: TestApp) => (await get(path, at)).text()
const of = async (path: string) => readPreview(await page(path))
const oembed = (path: string) => `/oembed?url=${encodeURIComponent(app.url + path)}`

/** With a Host header of one's own, which `fetch` does not send. */
function raw(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((done, failed) => {
    request(app.url + path, { headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => (body += part))
      response.on('end', () => done(body))
    })
      .on('error', failed)
      .end()
  })
}

const hostile = [
  '<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '</script><!--<script>',
  '<!--/about--><!--',
  ']]>&lt;b&gt;&amp;#39;',
  "$& $` $' $1 $$",
  '{{constructor}} ${1+1} %3Cscript%3E',
  'a\u2028b\u2029c\u0000d\u001be\r\nf',
  '\u202Egnp.exe\u2066 turned \u200f',
  '\\u003cscript\\u003e \\" \\',
  'https://evil.example/?a=1&b="2"',
  '😀👩‍👩‍👧 \u{1F3F4}\u{E0067}\u{E007F}',
  '"}]}, "x": {',
]

describe('what members type', () => {
  test.each(hostile)('%j stays text in every tag', async (typed) => {
    // What PostgreSQL keeps.
    const given = typed.replaceAll('\u0000', '')
    const shown = given.replaceAll(/[\u0000-\u001f\u2028\u2029\u202e\u2066\u200f\s]+/g, ' ').trim()
    const author = await buildMember(app, { name: given })
    const strange = await buildFilm(app, { title: given, releaseDate: '' })
    await app.db.updateTable('films').set({ overview: given }).where('id', '=', strange.id).execute()
    const log = await buildLog(app, { author, film: strange, rating: 1 })
    const list = await buildList(app, { author, title: given, films: [strange] })

    const ofList = await of(`/list/${list.id}`)
    expect(ofList.tags.get('og:title')).toBe(shown)
    expect(ofList.data['name']).toBe(shown)
    expect((await (await get(oembed(`/list/${list.id}`))).json()) as object).toMatchObject({ title: shown })
    const ofFilm = await of(`/movie/${strange.id}`)
    expect(ofFilm.tags.get('og:description')).toBe(shown)
    expect(ofFilm.data).toMatchObject({ name: shown, description: shown })
    expect((await of(`/review/${log.id}`)).tags.get('twitter:title')).toBe(`${shown} · @${author.username}`)
    expect((await of(`/profile/${author.id}`)).data).toMatchObject({ mainEntity: { name: shown } })
    for (const path of [`movie/${strange.id}`, `review/${log.id}`, `list/${list.id}`, `profile/${author.id}`])
      expect((await get(`/og/${path}.jpg`)).status).toBe(200)
  })

  test('a title that runs from right to left is isolated from what follows', async () => {
    const arabic = await buildFilm(app, { title: 'وجدة', releaseDate: '2012-08-31' })
    const { tags } = await of(`/movie/${arabic.id}`)
    expect(tags.get('og:title')).toBe('\u2068وجدة\u2069 (2012)')
  })

  test.each(['\u200f\u202e', '\u200b\u200d\ufeff', '\u3164', '\u{e0041}'])(
    '%j as a title gives way',
    async (title) => {
      const { id } = await buildList(app, { author: layla, title })
      expect((await of(`/list/${id}`)).tags.get('og:title')).toBe('A list by @layla')
    },
  )

  test('a long overview is cut between words', async () => {
    const long = await buildFilm(app)
    const overview = 'word '.repeat(100)
    await app.db.updateTable('films').set({ overview }).where('id', '=', long.id).execute()
    const description = (await of(`/movie/${long.id}`)).tags.get('description') ?? ''
    expect(description).toMatch(/^(word ){38}word…$/)
  })
})

describe('where Scene says that it is', () => {
  const canonical = (html: string) => (html === plainPage ? null : readPreview(html).tags.get('canonical'))

  test('what the request was sent to', async () => {
    const path = `/list/${listId}`
    expect(canonical(await raw(path, { host: 'Scene.Example.org:8080' }))).toBe(
      `http://scene.example.org:8080${path}`,
    )
    expect(canonical(await raw(path, { host: '[::1]:3000' }))).toBe(`http://[::1]:3000${path}`)
  })

  test.each([
    'evil.example/x',
    'evil.example"><script>',
    'user@evil.example',
    'evil.example:80:80',
    'evil.example:port',
    'evil example',
    'evil.example#',
    '[::1',
    'a'.repeat(300),
    '.',
  ])('nothing for a host such as %j', async (host) => {
    expect(canonical(await raw(`/list/${listId}`, { host }))).toBeNull()
  })

  test('no other header is believed', async () => {
    const forged = {
      host: 'scene.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    const html = await raw(`/list/${listId}`, { ...forged, 'x-forwarded-proto': 'javascript' })
    expect(canonical(html)).toBe(`http://scene.example/list/${listId}`)
  })

  test('the public address where there is one, for pictures and oEmbed too', async () => {
    const env = { PUBLIC_URL: 'https://scene.example/' }
    const other = await startTestApp({ webFolder: web.folder, env })
    try {
      const html = await page('/movie/244786', other)
      expect(html).not.toContain(new URL(other.url).host)
      const { tags } = readPreview(html)
      expect(tags.get('og:url')).toBe('https://scene.example/movie/244786')
      expect(tags.get('og:image')).toMatch(/^https:\/\/scene\.example\/og\/movie\/244786\.jpg\?v=/)
      const asked = (url: string) => get(`/oembed?url=${encodeURIComponent(url)}`, other)
      expect((await asked('https://scene.example/movie/244786')).status).toBe(200)
      expect((await asked(`${other.url}/movie/244786`)).status).toBe(404)
    } finally {
      await other.close()
    }
  })
})
