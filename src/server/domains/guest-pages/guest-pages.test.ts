import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { JSDOM, type Document } from 'jsdom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateAudience } from '#shared/api/audiences.ts'
import { resolveGuestPath } from '#shared/api/guest-pages.ts'
import { updateList } from '#shared/api/lists.ts'
import { deleteLog, updateLog } from '#shared/api/logs.ts'
import { deleteMember, updateMember } from '#shared/api/members.ts'
import { blockMember } from '#shared/api/safety.ts'
import { audiences, type commonAudiences } from '#shared/audience.ts'
import { guestPaths, guestPlaceAt } from '#shared/guest-paths.ts'
import { suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { buildWebFolder } from '#test/preview-page.ts'

const guestPage = resolve(import.meta.dirname, '../../../web/guest.html')

let web: Awaited<ReturnType<typeof buildWebFolder>>
let app: TestApp
let layla: TestMember
let heat: { id: number; title: string }

beforeAll(async () => {
  web = await buildWebFolder()
  await copyFile(guestPage, join(web.folder, 'guest.html'))
  app = await startTestApp({ webFolder: web.folder })
  heat = await buildFilm(app, { id: 949, title: 'Heat', releaseDate: '1995-12-15' })
})
afterAll(async () => {
  await app.close()
  await web.remove()
})
beforeEach(async () => {
  layla = await buildMember(app)
  await open()
})

const open = () =>
  app.db
    .updateTable('members')
    .set({ profile_audience: 'public', bio: 'Third row.' })
    .where('id', '=', layla.id)
    .execute()

/** After the process has heard of all that was written before. */
async function read(path: string, headers: Record<string, string> = {}, at = app) {
  await at.ctx.changes.caughtUp()
  return fetch(at.url + path, { headers })
}
const documentAt = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await read(path, headers)
  return { status: answer.status, answer, document: new JSDOM(await answer.text()).window.document }
}
const at = (author = layla) => guestPaths.member(author.username)
const textAt = async (path: string) => (await read(path)).text()

test('of all that a member wrote, guests are shown what is public, at every address of it', async () => {
  const found: Record<string, string[]> = {}
  for (const audience of audiences) {
    const own = audience === 'link' ? 'me' : audience
    const log = await buildLog(app, {
      author: layla,
      film: heat,
      review: `Roodborst${own}Q`,
      rating: 4,
      audience: own,
    })
    const list = await buildList(app, {
      author: layla,
      films: [heat],
      title: `Koekoek${audience}Q`,
      audience,
    })
    found[audience] = [`/review/${log.id}`, `/log/${log.id}`, `/list/${list.id}`]
  }
  await app.db.updateTable('lists').set({ description: 'Canary' }).where('member_id', '=', layla.id).execute()
  const profile = await textAt(at())
  expect(profile).toContain('RoodborstpublicQ')
  expect(profile).toContain('KoekoekpublicQ')
  expect(profile).not.toMatch(/(Roodborst|Koekoek)(members|followers|mutuals|link|me)Q/)
  const ofFilm = await textAt(`/film/${heat.id}`)
  expect(ofFilm).toContain('RoodborstpublicQ')
  expect(ofFilm).not.toMatch(/Roodborst(members|followers|mutuals|me)Q/)
  const ofBoth = await textAt(guestPaths.memberFilm(layla.username, heat.id, heat.title))
  expect(ofBoth).toContain('RoodborstpublicQ')
  expect(ofBoth).not.toMatch(/Roodborst(members|followers|mutuals|me)Q/)
  for (const [audience, [review = '', log = '', list = '']] of Object.entries(found)) {
    const isPublic = audience === 'public'
    expect((await textAt(review)).includes('Roodborst'), `${audience} review`).toBe(isPublic)
    expect((await textAt(log)).includes('Roodborst'), `${audience} log`).toBe(isPublic)
    // Its title is told by link previews, in the page of the app.
    const isOpen = isPublic || audience === 'link'
    expect((await textAt(list)).includes('Canary'), `${audience} list`).toBe(isOpen)
  }
})

test('what is not public, or not there, is told apart from nothing', async () => {
  const closed = await buildMember(app)
  const list = await buildList(app, { author: closed, films: [heat], title: 'Closed' })
  const others = await buildList(app, { author: await buildMember(app), films: [heat], audience: 'public' })
  const said = new Set<string>()
  for (const path of [
    at(closed),
    '/@nobody_at_all',
    guestPaths.list(closed.username, list.id, 'Closed'),
    guestPaths.list(layla.username, others.id, 'Open'),
    guestPaths.memberFilm(closed.username, heat.id, heat.title),
    '/film/2147483647-nothing',
  ]) {
    const { status, document, answer } = await documentAt(path)
    expect(status, path).toBe(404)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(document.querySelector('main svg.curtain[aria-hidden="true"]'), path).not.toBeNull()
    said.add(document.querySelector('main')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '')
  }
  expect([...said]).toEqual(['Nothing public here. Log in'])
  // Where members have the same address, the app answers.
  expect(await textAt(`/profile/${closed.id}`)).toContain('<div id="root">')
})

test('whatever narrows or takes away closes a page that was kept', async () => {
  const log = await buildLog(app, { author: layla, film: heat, review: 'Nightjar', audience: 'public' })
  const list = await buildList(app, { author: layla, films: [heat], title: 'Kept', audience: 'public' })
  const changes: [string, string, () => Promise<unknown>][] = [
    [`/review/${log.id}`, 'Nightjar', () => change(log.id, { audience: 'members' })],
    [`/review/${log.id}`, 'Nightjar', () => change(log.id, { review: 'Other' })],
    [`/film/${heat.id}`, 'Nightjar', () => change(log.id, { audience: 'followers' })],
    [at(), 'Nightjar', () => change(log.id, { audience: 'me' })],
    [at(), 'Third row.', () => updateOf({ bio: 'Fourth row.' })],
    [
      guestPaths.list(layla.username, list.id, 'Kept'),
      'Kept',
      () => app.call(updateList, { as: layla, params: { listId: list.id }, body: { title: 'Later' } }),
    ],
    [
      at(),
      'Third row.',
      () =>
        app.call(updateAudience, {
          as: layla,
          params: { userId: layla.id },
          body: { kind: 'profile', audience: 'members' },
        }),
    ],
    [`/review/${log.id}`, 'Nightjar', () => app.call(deleteLog, { as: layla, params: { logId: log.id } })],
  ]
  type CommonAudience = (typeof commonAudiences)[number]
  const change = (id: string, body: { audience?: CommonAudience; review?: string }) =>
    app.call(updateLog, { as: layla, params: { logId: id }, body })
  const updateOf = (body: { bio: string }) =>
    app.call(updateMember, { as: layla, params: { userId: layla.id }, body })
  for (const [index, [path, canary, narrow]] of changes.entries()) {
    await open()
    await change(log.id, { audience: 'public', review: 'Nightjar' })
    await app.db.updateTable('lists').set({ title: 'Kept' }).where('id', '=', list.id).execute()
    expect(await textAt(path), `before ${index}`).toContain(canary)
    // Once more, so that it is kept.
    const kept = await app.recordStatements(() => read(path))
    expect(
      kept.filter(({ text }) => text.includes('from')),
      `kept ${index}`,
    ).toEqual([])
    await narrow()
    expect(await textAt(path), `after ${index}`).not.toContain(canary)
  }
})

test('of who is suspended nothing is shown any more', async () => {
  const log = await buildLog(app, { author: layla, film: heat, review: 'Corncrake', audience: 'public' })
  const places = [at(), `/review/${log.id}`, `/film/${heat.id}`]
  for (const path of places) expect(await textAt(path)).toContain('Corncrake')
  await suspendAccount(app.ctx, { shellUser: 'tests' }, layla.username)
  for (const path of places) expect(await textAt(path)).not.toContain('Corncrake')
})

test('a page says in its head what it is, in each language, and is asked for again for nothing', async () => {
  await buildLog(app, { author: layla, film: heat, rating: 3.5, audience: 'public' })
  await follow(app, await buildMember(app), layla)
  const { answer, document } = await documentAt(`${at()}?utm=1`, { 'accept-language': 'ar' })
  const counts = (of: Document) =>
    [...(of.querySelector('header.head .small')?.children ?? [])].map(({ textContent }) => textContent)
  expect(counts(document)).toEqual(['فيلم واحد', 'متابِع واحد', 'لا متابَعات'])
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
  const link = (selector: string) => document.querySelector(`link${selector}`)?.getAttribute('href')
  expect(link('[rel=canonical]')).toBe(app.url + at())
  expect(link('[hreflang=fr]')).toBe(`${app.url}${at()}?lang=fr`)
  expect(link('[hreflang=x-default]')).toBe(app.url + at())
  expect(link('[type="application/rss+xml"]')).toBe(`${at()}/rss`)
  const data = document.querySelector('script[type="application/ld+json"]')?.textContent
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'ProfilePage', url: app.url + at() })
  expect(document.querySelector('meta[property="og:title"]')?.getAttribute('content')).toContain(
    layla.username,
  )
  const etag = answer.headers.get('etag') ?? ''
  const again = await read(`${at()}?utm=1`, { 'accept-language': 'ar', 'if-none-match': `W/${etag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const french = await documentAt(`${at()}?lang=fr`, { 'accept-language': 'ar', 'if-none-match': etag })
  expect([french.status, french.document.documentElement.lang]).toEqual([200, 'fr'])
  expect(counts(french.document)).toEqual(['1 film', '1 abonné', '0 abonnement'])
  expect(french.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
    `${app.url}${at()}?lang=fr`,
  )
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('it comes as %s to whoever reads that', async (packing, unpack) => {
  await app.ctx.changes.caughtUp()
  const plain = await textAt(at())
  const packed = await new Promise<Buffer>((done, failed) => {
    request(app.url + at(), { headers: { 'accept-encoding': packing } }, (answer) => {
      expect(answer.headers['content-encoding']).toBe(packing)
      void buffer(answer).then(done)
    })
      .on('error', failed)
      .end()
  })
  expect(unpack(packed).toString()).toBe(plain)
})

test('what members write is text, whatever it looks like', async () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)> \u2028 $& \${x}`
  await app.db
    .updateTable('members')
    .set({ bio: hostile, name: hostile, socials: JSON.stringify({ website: 'javascript:alert(1)' }) })
    .where('id', '=', layla.id)
    .execute()
  const log = await buildLog(app, {
    author: layla,
    film: heat,
    review: `${hostile} ||${hostile}||`,
    audience: 'public',
  })
  const list = await buildList(app, { author: layla, films: [heat], title: hostile, audience: 'public' })
  for (const path of [at(), `/review/${log.id}`, `/list/${list.id}`, `/film/${heat.id}`]) {
    const { document, status } = await documentAt(path)
    expect(status).toBe(200)
    expect(document.querySelectorAll('body script, [onerror], a[href^="javascript"]')).toHaveLength(0)
    expect(document.body.textContent).toContain('<script>alert(1)</script>')
  }
})

test('spoilers are folded away', async () => {
  const log = await buildLog(app, {
    author: layla,
    film: heat,
    review: 'Well. ||He dies.||',
    audience: 'public',
  })
  const { document } = await documentAt(`/review/${log.id}`)
  const outside = [...document.querySelectorAll('article > p')].map((part) => part.textContent).join()
  expect(outside).toContain('Well. [spoiler]')
  expect(outside).not.toContain('He dies.')
  expect(document.querySelector('details:not(.langs)')?.textContent).toContain('He dies.')
  expect(await textAt(at())).not.toContain('He dies.')
})

test('a long list is read on, and its films are in their order', async () => {
  const films = await Promise.all(
    Array.from({ length: 70 }, (_, at_) => buildFilm(app, { title: `Part ${at_}` })),
  )
  const list = await buildList(app, { author: layla, films, title: 'Long', audience: 'public' })
  const path = guestPaths.list(layla.username, list.id, 'Long')
  const titles = (document: Document) =>
    [...document.querySelectorAll('.posters bdi')].map((title) => title.textContent)
  const first = await documentAt(path)
  const next = first.document.querySelector('a[rel=next]')?.getAttribute('href') ?? ''
  const second = await documentAt(next)
  expect([...titles(first.document), ...titles(second.document)]).toEqual(films.map(({ title }) => title))
  expect(second.document.querySelector('a[rel=next]')).toBeNull()
  expect((await documentAt(`${path}?after=nonsense`)).status).toBe(404)
})

test('search engines list whom they may, where the operator lets them', async () => {
  const seen = await buildFilm(app, { title: 'Ronin' })
  const log = await buildLog(app, { author: layla, film: seen, review: 'Nightjar', audience: 'public' })
  const list = await buildList(app, {
    author: layla,
    films: [heat],
    title: 'Mapped & more',
    audience: 'public',
  })
  const path = guestPaths.list(layla.username, list.id, 'Mapped & more')
  const maps = async () =>
    Promise.all(['members', 'lists', 'films'].map((kind) => textAt(`/sitemap/${kind}.xml`)))
  const robots = async (of: string, where = app) => (await read(of, {}, where)).headers.get('x-robots-tag')
  const film = guestPaths.film(seen.id, seen.title)
  const [noMembers, , noFilms] = await maps()
  expect([noMembers?.includes(at()), noFilms?.includes(film)]).toEqual([false, false])
  // The film's page has the review as well.
  expect([await robots(at()), await robots(`/review/${log.id}`), await robots(film)]).toEqual(
    Array.from({ length: 3 }, () => 'noindex'),
  )
  const choose = (searchEngines: boolean) =>
    app.call(updateMember, { as: layla, params: { userId: layla.id }, body: { searchEngines } })
  expect((await choose(true)).data.user.searchEngines).toBe(true)
  const [members = '', lists = '', films = ''] = await maps()
  expect(members).toContain(`<loc>${app.url}${at()}</loc>`)
  expect(lists).toContain(`<loc>${app.url}${path}</loc>`)
  expect(films).toContain(`<loc>${app.url}${film}</loc>`)
  expect([await robots(at()), await robots(path), await robots(film)]).toEqual([null, null, null])
  await buildLog(app, { author: await buildMember(app), film: seen, review: 'Swift', audience: 'public' })
  await app.ctx.changes.caughtUp()
  expect(await robots(film)).toBe('noindex')
  expect(await textAt('/sitemap.xml')).toContain(`<loc>${app.url}/sitemap/members.xml</loc>`)
  expect(await textAt('/robots.txt')).toContain(`Sitemap: ${app.url}/sitemap.xml`)
  await app.db
    .updateTable('members')
    .set({ profile_audience: 'members' })
    .where('id', '=', layla.id)
    .execute()
  expect((await maps())[0]).not.toContain(at())
  const closed = await startTestApp({ webFolder: web.folder, env: { SEARCH_ENGINES: '0' } })
  try {
    expect(await (await read('/robots.txt', {}, closed)).text()).toBe('User-agent: *\nDisallow: /\n')
    expect((await read('/sitemap.xml', {}, closed)).status).toBe(404)
  } finally {
    await closed.close()
  }
})

test('members are led on to their screens, also of what is not public', async () => {
  const viewer = await buildMember(app)
  const list = await buildList(app, { author: layla, films: [heat], title: 'Doors' })
  const led = async (path: string) =>
    (await app.call(resolveGuestPath, { as: viewer, query: { path } })).data.path
  expect(await led(at())).toBe(`/profile/${layla.id}`)
  expect(await led(guestPaths.film(heat.id, 'Heat'))).toBe(`/movie/${heat.id}`)
  expect(await led(guestPaths.list(layla.username.toUpperCase(), list.id, 'Other words'))).toBe(
    `/list/${list.id}`,
  )
  expect(await led(guestPaths.memberFilm(layla.username, heat.id, 'Heat'))).toBe(
    `/movie/${heat.id}/reviews/${layla.id}`,
  )
  for (const path of ['/@nobody_at_all', '/elsewhere', '/@%'])
    expect((await app.call(resolveGuestPath, { as: viewer, query: { path } })).status).toBe(404)
})

test('a list for who has its address is not found by the end of its id', async () => {
  const viewer = await buildMember(app)
  const list = await buildList(app, { author: layla, films: [heat], title: 'Doors', audience: 'link' })
  const path = guestPaths.list(layla.username, list.id, 'Doors')
  expect((await read(path)).status).toBe(404)
  expect((await app.call(resolveGuestPath, { as: viewer, query: { path } })).status).toBe(404)
  const { document, status } = await documentAt(`/list/${list.id}`)
  expect(status).toBe(200)
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
    `${app.url}/list/${list.id}`,
  )
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

test('whom a block keeps apart is led nowhere', async () => {
  const blocked = await buildMember(app)
  await app.call(blockMember, { as: layla, params: { userId: layla.id, targetId: blocked.id } })
  expect((await app.call(resolveGuestPath, { as: blocked, query: { path: at() } })).status).toBe(404)
})

test('a link to a page is embedded, of what is public alone', async () => {
  const embed = async (path: string) =>
    (await read(`/oembed?url=${encodeURIComponent(app.url + path)}`)).status
  const list = await buildList(app, { author: layla, films: [heat], title: 'Doors', audience: 'public' })
  const path = guestPaths.list(layla.username, list.id, 'Doors')
  expect([await embed(at()), await embed(path), await embed(`/film/${heat.id}-heat`)]).toEqual([
    200, 200, 200,
  ])
  const feeds = [
    `/@${layla.username}/rss`,
    `/${layla.username}/rss/`,
    `/@${layla.username}/feed.json`,
    `/list/${list.id}/rss`,
    `/list/${list.id}/feed.json`,
  ]
  expect(await Promise.all(feeds.map(embed))).toEqual([200, 200, 200, 200, 200])
  const closed = await buildMember(app)
  await buildLog(app, { author: closed, film: heat })
  const kept = await buildList(app, { author: closed, films: [heat], title: 'Kept' })
  for (const other of [
    '/@nobody_at_all/rss',
    `/movie/${heat.id}/rss`,
    '/list/none/rss',
    at(closed),
    guestPaths.list(closed.username, kept.id, 'Kept'),
    guestPaths.memberFilm(closed.username, heat.id, heat.title),
  ])
    expect(await embed(other), other).toBe(404)
  await app.db
    .updateTable('members')
    .set({ profile_audience: 'members' })
    .where('id', '=', layla.id)
    .execute()
  await app.db.updateTable('lists').set({ audience: 'followers' }).where('id', '=', list.id).execute()
  expect([await embed(at()), await embed(path)]).toEqual([404, 404])
})

test('nothing of a deleted member is left on any page', async () => {
  await buildLog(app, { author: layla, film: heat, review: 'Woodcock', audience: 'public' })
  expect(await textAt(`/film/${heat.id}`)).toContain('Woodcock')
  await app.call(deleteMember, { as: layla, params: { userId: layla.id } })
  expect(await textAt(`/film/${heat.id}`)).not.toContain('Woodcock')
  expect((await read(at())).status).toBe(404)
})

test.each([
  ['/@layla', { type: 'member', username: 'layla' }],
  ['/@layla/', { type: 'member', username: 'layla' }],
  ['/film/603-the-matrix', { type: 'film', id: 603 }],
  ['/film/603', { type: 'film', id: 603 }],
  ['/@layla/list/rain-and-neon-0a1b2c3d', { type: 'list', username: 'layla', key: '0a1b2c3d' }],
  ['/@layla/film/603-x', { type: 'member-film', username: 'layla', id: 603 }],
  ['/film/99999999999-x', null],
  ['/film/the-matrix', null],
  ['/@layla/list/rain', null],
  ['/@layla/rss', null],
  ['/layla', null],
  ['/%40layla', { type: 'member', username: 'layla' }],
  ['/@layla/%E0%A4%A', null],
])('%s is %j', (path, place) => {
  expect(guestPlaceAt(path)).toEqual(place)
})
