import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listRecentGifs, listTrendingGifs, searchGifs } from '#shared/api/gifs.ts'
import { createLog, deleteLog, getLog, updateLog } from '#shared/api/logs.ts'
import { getMember } from '#shared/api/members.ts'
import { gifPack } from '#built-in/gifs/pack.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import {
  gifErrors,
  gifKey,
  giphyGif,
  giphyPage,
  klipyGif,
  klipyPage,
  startGifProviderServer,
  type GifProviderServer,
} from '#test/fakes/gif-provider-server.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { pruneGifs } from './gifs.service.ts'

const parasite = 496243

const get = async (app: TestApp, path: string) => {
  const response = await fetch(app.url + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}

describe('the drawn pack', () => {
  let app: TestApp
  let member: TestMember
  beforeAll(async () => {
    app = await startTestApp()
    member = await buildMember(app)
    await buildFilm(app, { id: parasite, title: 'Parasite' })
  })
  afterAll(() => app.close())

  const log = (gif: string, as = member) =>
    app.call(createLog, { as, body: { movieId: parasite, gif }, files: {} })
  const recent = async (as = member) =>
    (await app.call(listRecentGifs, { as })).data.results.map((gif) => gif.url)

  test('is in fashion, and costs no statement', async () => {
    const { data } = await app.call(listTrendingGifs, { as: member, query: {} })
    expect(data).toMatchObject({ provider: 'scene', nextPage: 2 })
    expect(data.results).toHaveLength(20)
    expect(data.results[0]).toEqual({
      id: '/gifs/scene/trending-star.webp',
      url: '/gifs/scene/trending-star.webp',
      still: '/gifs/scene/trending-star.still.webp',
      width: 200,
      height: expect.any(Number),
      title: 'Star: Wow',
    })
    const last = await app.call(listTrendingGifs, { as: member, query: { page: 5 } })
    expect(last.data).toMatchObject({ nextPage: null })
    const statements = await app.recordStatements(() => app.call(listTrendingGifs, { as: member, query: {} }))
    expect(statements.filter(({ text }) => text.includes('gifs'))).toEqual([])
  })

  test('is found by moods in three languages; nothing is found by nothing or by words that are not searched', async () => {
    for (const q of ['mind blown', 'ذهول', 'choc']) {
      const { data } = await app.call(searchGifs, { as: member, query: { q } })
      expect(data.results.map((gif) => gif.url.startsWith('/gifs/scene/mind-blown-'))).toEqual(
        Array(20).fill(true),
      )
    }
    for (const q of ['', '  ', 'xxx cat', 'qwertyuiop']) {
      const { data } = await app.call(searchGifs, { as: member, query: { q } })
      expect(data).toEqual({ results: [], provider: 'scene', nextPage: null })
    }
  })

  test.each([{ q: 'x'.repeat(51) }, { q: 'sad', page: 0 }, { q: 'sad', page: 201 }, { q: 'sad', page: 1.5 }])(
    '%o is refused',
    async (query) => {
      expect((await app.call(searchGifs, { as: member, query })).error.code).toBe('request.invalid')
    },
  )

  test('is for members only, but its files are for everybody', async () => {
    for (const call of [listTrendingGifs, listRecentGifs]) {
      const { status, error } = await app.call(call, {})
      expect([status, error.error]).toEqual([401, 'Please log in.'])
    }
    expect((await app.call(searchGifs, { query: { q: 'sad' } })).status).toBe(401)
    const gif = gifPack.find(({ id }) => id === 'sad-cat')
    const moving = await get(app, '/gifs/scene/sad-cat.webp')
    const still = await get(app, '/gifs/scene/sad-cat.still.webp')
    for (const file of [moving, still]) {
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toBe('image/webp')
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(await sharp(moving.bytes, { pages: -1 }).metadata()).toMatchObject({
      pages: 12,
      width: 200,
      pageHeight: gif?.height,
    })
    expect((await sharp(still.bytes).metadata()).pages).toBeUndefined()
    const folder = `${app.ctx.config.dataDir}/pictures/gifs/scene`
    const [look] = await readdir(folder)
    expect((await readdir(`${folder}/${look}`)).toSorted()).toEqual(['moving', 'still'])
  })

  test.each([
    '/gifs/scene/sad-dog.webp',
    '/gifs/scene/sad-cat.gif',
    '/gifs/scene/sad-cat.still.still.webp',
    '/gifs/scene/constructor.webp',
    '/gifs/scene/..%2f..%2fpackage.json',
    '/gifs/scene/%00.webp',
    '/gifs/tenor/sad-cat.webp',
    '/gifs/__proto__/sad-cat.webp',
    '/gifs/giphy/neverShown.webp',
    '/gifs/giphy/..%2f..%2fetc.webp',
  ])('%s answers 404 and is not kept', async (path) => {
    const { status, headers, text } = await get(app, path)
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(JSON.parse(text)).toMatchObject({ code: 'picture.not_found' })
  })

  test('a posted GIF is one that members can find, and comes with what is known of it', async () => {
    const url = '/gifs/scene/celebrating-bear.webp'
    const { data } = await log(url)
    const known = gifPack.find(({ id }) => id === 'celebrating-bear')
    const gifDetails = { title: 'Celebrating bear: Hooray', width: 200, height: known?.height }
    expect(data).toMatchObject({ gif: url, gifDetails })
    const { data: read } = await app.call(getLog, { as: member, params: { logId: data._id } })
    expect(read).toMatchObject({ gif: url, gifDetails })
  })

  test('is called in the language of who reads', async () => {
    const headers = { 'accept-language': 'fr' }
    const { data } = await app.call(listTrendingGifs, { as: member, query: {}, headers })
    expect(data.results[0]?.title).toBe('L’étoile\u00a0: Waouh')
    const { data: made } = await log('/gifs/scene/celebrating-bear.webp')
    const { data: read } = await app.call(getLog, { as: member, params: { logId: made._id }, headers })
    const known = gifPack.find(({ id }) => id === 'celebrating-bear')
    expect(read.gifDetails?.title).toBe(known?.titles.fr)
    expect(read.gifDetails?.title).toContain('ours')
  })

  test.each([
    'https://elsewhere.example/a.gif',
    'https://media.giphy.com/media/abc/giphy.webp',
    '/gifs/scene/no-such.webp',
    '/gifs/scene/sad-cat.still.webp',
    '/gifs/giphy/neverShown.webp',
    '/media/logs/8f0c2c.webp',
    '//evil.example/gifs/scene/sad-cat.webp',
    'javascript:alert(1)',
  ])('%s is not posted', async (gif) => {
    const refused = await log(gif)
    expect([refused.status, refused.error.code, refused.error.error]).toEqual([
      400,
      'gif.unknown',
      'This GIF cannot be used.',
    ])
    const own = await log('')
    const edit = await app.call(updateLog, {
      as: member,
      params: { logId: own.data._id },
      body: { gif },
      files: {},
    })
    expect([edit.status, edit.error.code]).toEqual([400, 'gif.unknown'])
  })

  test('a log keeps the GIF that it has, also one of before, until it is taken off', async () => {
    const old = '/media/gifs/of-before.webp'
    const { id: logId } = await buildLog(app, { author: member, film: { id: parasite }, gif: old })
    const edit = (body: { gif?: string; review?: string }) =>
      app.call(updateLog, { as: member, params: { logId }, body, files: {} })
    const before = await recent()
    expect((await edit({ gif: old, review: 'Stairs.' })).data).toMatchObject({ gif: old, gifDetails: null })
    expect((await edit({ review: 'Rain.' })).data.gif).toBe(old)
    expect(await recent()).toEqual(before)
    const added = '/gifs/scene/sad-drop.webp'
    expect((await edit({ gif: added })).data.gif).toBe(added)
    expect((await recent())[0]).toBe(added)
    expect((await edit({ gif: '' })).data).toMatchObject({ gif: null, gifDetails: null })
    expect((await edit({ gif: old })).error.code).toBe('gif.unknown')
  })

  test('another member cannot give a log a GIF', async () => {
    const { id: logId } = await buildLog(app, { author: member, film: { id: parasite } })
    const other = await buildMember(app)
    const body = { gif: '/gifs/scene/sad-cat.webp' }
    const { status } = await app.call(updateLog, { as: other, params: { logId }, body, files: {} })
    expect(status).toBe(403)
    expect(await recent(other)).toEqual([])
  })

  test('those used last come first, each once, twenty of them, only one’s own', async () => {
    const one = await buildMember(app)
    const other = await buildMember(app)
    const urls = gifPack.slice(0, 23).map(({ id }) => `/gifs/scene/${id}.webp`)
    for (const url of urls) await log(url, one)
    expect(await recent(one)).toEqual(urls.slice(3).toReversed())
    await log(urls[10] ?? '', one)
    const again = await recent(one)
    expect(again[0]).toBe(urls[10])
    expect(again).toHaveLength(20)
    expect(new Set(again).size).toBe(20)
    expect(await recent(other)).toEqual([])
    const { data } = await app.call(getMember, { as: other, params: { userId: one.id } })
    expect(JSON.stringify(data)).not.toContain('/gifs/scene/')
  })

  test('a log that is not written leaves nothing among the last used', async () => {
    const one = await buildMember(app)
    const body = { movieId: 2_000_000_001, gif: '/gifs/scene/sad-cat.webp' }
    expect((await app.call(createLog, { as: one, body, files: {} })).status).toBe(404)
    expect(await recent(one)).toEqual([])
  })

  test('many members use one GIF at the same time', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)))
    const url = '/gifs/scene/laughing-sun.webp'
    const answers = await Promise.all(members.map((one) => log(url, one)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    for (const one of members) expect(await recent(one)).toEqual([url])
    const logId = answers[0]?.data._id ?? ''
    await app.call(deleteLog, { as: members[0] ?? member, params: { logId } })
    expect(await recent(members[0])).toEqual([url])
  })
})

describe.each(['giphy', 'klipy'] as const)('%s, on two instances', (provider) => {
  let server: GifProviderServer
  let apps: [TestApp, TestApp]
  let database: string
  let member: TestMember

  beforeAll(async () => {
    const still = { width: 20, height: 12, channels: 3 as const, background: '#4a2c6b' }
    server = await startGifProviderServer({
      moving: await sharp({ create: still }).webp().toBuffer(),
      still: await sharp({ create: still }).jpeg().toBuffer(),
    })
    database = `t_gifs_${provider}`
    await createDatabase(database)
    const env = {
      GIF_PROVIDER: provider,
      GIF_API_KEY: gifKey,
      GIF_BASE_URL: `${server.url}/${provider}`,
      GIF_MEDIA_BASE_URL: server.mediaBaseUrl,
    }
    apps = [await startTestApp({ env, database }), await startTestApp({ env, database })]
    member = await buildMember(apps[0])
    await buildFilm(apps[0], { id: parasite, title: 'Parasite' })
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await dropDatabase(database)
    await server.close()
  })
  beforeEach(() => void (server.requests.length = 0))

  const search = (q: string, page?: number) =>
    apps[0].call(searchGifs, { as: member, query: { q, ...(page && { page }) } })

  test('what one shows the other serves and takes, without asking the provider', async () => {
    const { data } = await search('happy')
    expect(data).toMatchObject({ provider, nextPage: 2 })
    expect(data.results).toHaveLength(20)
    expect(JSON.stringify(data)).not.toContain(server.url)
    const [gif] = data.results
    expect(gif?.url).toMatch(new RegExp(`^/gifs/${provider}/[A-Za-z0-9]+\\.webp$`))
    server.requests.length = 0

    const other = apps[1]
    const moving = await get(other, gif?.url ?? '')
    const still = await get(other, gif?.still ?? '')
    expect([moving.status, moving.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect([still.status, still.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(moving.headers.get('cache-control')).toContain('immutable')
    expect(moving.headers.get('x-content-type-options')).toBe('nosniff')
    await get(other, gif?.url ?? '')
    expect(server.requests.map(({ url }) => url.split('/')[1])).toEqual(['media', 'media'])
    expect(server.requests.every(({ url }) => !url.includes(gifKey))).toBe(true)

    const body = { movieId: parasite, gif: gif?.url ?? '' }
    const { data: log } = await other.call(createLog, { as: member, body, files: {} })
    expect(log).toMatchObject({
      gif: gif?.url,
      gifDetails: { title: gif?.title, width: gif?.width, height: gif?.height },
    })
    const { data: recent } = await apps[0].call(listRecentGifs, { as: member })
    expect(recent).toMatchObject({ provider, nextPage: null, results: [gif] })
  })

  test('a page costs one statement, and writes once a day', async () => {
    const about = async (q: string, page: number) => {
      const statements = await apps[0].recordStatements(() => search(q, page))
      return statements.filter(({ text }) => text.includes('gifs')).length
    }
    expect([await about('rain', 1), await about('rain', 1), await about('rain', 3)]).toEqual([1, 1, 1])
    const seen = () =>
      apps[0].db.selectFrom('gifs').select(['address', 'seen_at']).orderBy('address').execute()
    const before = await seen()
    await search('rain')
    await search('snow')
    expect(await seen()).toEqual(before)
  })

  test('pages shown at the same time do not hold each other up', async () => {
    const pages = await Promise.all(
      [1, 2, 3].flatMap((page) => ['a', 'b', 'c', 'd'].map((q) => search(q, page))),
    )
    expect(pages.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  test('a GIF that comes twice, or with a text that no database takes, costs no page', async () => {
    const odd = [
      { id: 'twice', title: 'Twice' },
      { id: 'twice', title: 'Twice' },
      { id: 'cut', title: `${'x'.repeat(199)}😀` },
      { id: 'nul', title: 'a\0b' },
    ]
    const media = server.mediaBaseUrl
    server.next({
      json:
        provider === 'giphy'
          ? giphyPage(odd.map((given) => ({ ...giphyGif(media, given.id), ...given })))
          : klipyPage(odd.map((given) => ({ ...klipyGif(media, 1), ...given }))),
    })
    const { status, data } = await search('odd')
    expect(status).toBe(200)
    expect(data.results.map((gif) => gif.title)).toEqual(['Twice', `${'x'.repeat(199)}\uFFFD`, 'ab'])
  })

  test('a provider that does not answer is told as such', async () => {
    server.next(gifErrors.gateway, gifErrors.page)
    const { status, error, headers } = await search('storm')
    expect([status, error.code, error.error]).toEqual([
      503,
      'gif.source_down',
      'GIFs are not available right now.',
    ])
    expect(headers.get('retry-after')).toBe('30')
    expect((await apps[0].call(listRecentGifs, { as: member })).status).toBe(200)
  })

  const row = (id: string, sourceUrl: string) => ({
    address: `/gifs/${provider}/${id}.webp`,
    provider,
    source_url: sourceUrl,
    source_still: sourceUrl,
    width: 1,
    height: 1,
  })

  test('only its own hosts are asked, and nothing but pictures leaves', async () => {
    const elsewhere = [
      'http://127.0.0.1:1/media/x.webp',
      `${server.url}/giphy/gifs/trending`,
      'file:///etc/passwd',
      'not an address',
    ]
    for (const [index, source] of elsewhere.entries()) {
      const one = row(`elsewhere${index}`, source)
      await apps[0].db.insertInto('gifs').values(one).execute()
      expect((await get(apps[0], one.address)).status).toBe(404)
    }
    expect(server.requests).toEqual([])

    const here = [
      [{ status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }, 404],
      [{ text: '<script>alert(1)</script>' }, 404],
      [{ bytes: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/webp' }, 404],
      [{ status: 404, text: 'gone' }, 404],
      [gifErrors.gateway, 503],
      ['reset', 503],
      [
        { bytes: Buffer.alloc(11_000_000), type: 'image/webp', headers: { 'transfer-encoding': 'chunked' } },
        503,
      ],
    ] as const
    for (const [index, [reply, status]] of here.entries()) {
      const one = row(`here${index}`, `${server.mediaBaseUrl}here${index}.webp`)
      await apps[0].db.insertInto('gifs').values(one).execute()
      server.next(reply)
      const answer = await get(apps[0], one.address)
      expect([index, answer.status, answer.headers.get('cache-control')]).toEqual([index, status, 'no-store'])
      expect(JSON.parse(answer.text)).toMatchObject({
        code: status === 503 ? 'gif.source_down' : 'picture.not_found',
      })
    }
  })

  test('those that nobody used and no page showed for a month are forgotten', async () => {
    const { db } = apps[0]
    const now = Date.now()
    const day = 86_400_000
    const rows = [
      { ...row('usedLongAgo', 'x'), used: true, seen_at: new Date(now - 90 * day) },
      { ...row('seenLately', 'x'), seen_at: new Date(now - 29 * day) },
      { ...row('seenLongAgo', 'x'), seen_at: new Date(now - 31 * day) },
    ]
    await db.insertInto('gifs').values(rows).execute()
    await pruneGifs(apps[0].ctx)
    const left = await db
      .selectFrom('gifs')
      .select('address')
      .where(
        'address',
        'in',
        rows.map((one) => one.address),
      )
      .orderBy('address')
      .execute()
    expect(left).toEqual([{ address: rows[1]?.address }, { address: rows[0]?.address }])
  })
})
