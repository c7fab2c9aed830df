import { randomUUID } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFeed, listFeeds, revokeFeed, type FeedKind } from '#shared/api/feeds.ts'
import { deleteLog, updateLog } from '#shared/api/logs.ts'
import { deleteList } from '#shared/api/lists.ts'
import { ownUrl } from '#server/config.ts'
import { suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let member: TestMember
let heat: { id: number }
let flow: { id: number }
let unknown: { id: number }

beforeAll(async () => {
  app = await startTestApp()
  heat = await buildFilm(app, { id: 949, title: 'Heat', releaseDate: '1995-12-15' })
  flow = await buildFilm(app, { id: 823219, title: 'Flow & <Ebb>', releaseDate: '2024-01-30' })
  unknown = await buildFilm(app, { id: 800_000_001, title: 'Of the catalogue alone' })
  await app.db.updateTable('films').set({ imdb_id: 'tt0113277' }).where('id', '=', heat.id).execute()
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await buildMember(app)
})

async function make(kind: FeedKind, listId?: string) {
  const { status, data } = await app.call(createFeed, {
    as: member,
    body: { kind, ...(listId !== undefined && { listId }) },
  })
  expect(status).toBe(200)
  return data
}

const read = (path = '', headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers, redirect: 'manual' })
/** Of the addresses in feeds: not where the tests reach it. */
const origin = () => ownUrl(app.ctx.config)

const want = (films: { id: number }[], isPrivate = false) =>
  app.db
    .insertInto('watchlist_items')
    .values(
      films.map(({ id }) => ({
        member_id: member.id,
        film_id: id,
        audience: isPrivate ? ('me' as const) : ('members' as const),
      })),
    )
    .execute()

/** As Radarr's `RadarrListParser` does: an array of objects, each with a whole number as `id`. */
function parseForRadarr(text: string): number[] {
  const films: unknown = JSON.parse(text)
  if (!Array.isArray(films) || films.length === 0) throw new Error('an empty list')
  return films.map((film: { id?: unknown }) => {
    if (!Number.isInteger(film.id) || (film.id as number) <= 0) throw new Error('a film without an id')
    return film.id as number
  })
}

test('Radarr reads the watchlist, private films too, by a secret that is made once', async () => {
  await want([heat, unknown])
  await want([flow], true)
  const { addresses, id } = await make('watchlist')
  expect(Object.keys(addresses)).toEqual(['radarr'])
  expect(addresses.radarr).toMatch(/^\/api\/feeds\/[\w-]{43}\/radarr\.json$/)
  const answer = await read(addresses.radarr)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  const text = await answer.text()
  // A number that this Scene made up means another film elsewhere.
  expect(new Set(parseForRadarr(text))).toEqual(new Set([heat.id, flow.id]))
  expect(JSON.parse(text)).toContainEqual({
    id: 949,
    imdb_id: 'tt0113277',
    title: 'Heat',
    release_year: '1995',
    clean_title: 'heat',
    adult: false,
  })
  expect((await make('watchlist')).id).toBe(id)
  const [listed] = (await app.call(listFeeds, { as: member })).data
  expect(listed).toMatchObject({ id, kind: 'watchlist', list: null, usedAt: expect.stringMatching(/:00:00/) })
})

test('nothing is never an empty list: 404 without films, 5xx when the database fails', async () => {
  const { addresses } = await make('watchlist')
  const empty = async () => {
    const answer = await read(addresses.radarr)
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  expect(await empty()).toEqual([404, 'feed.empty'])
  await want([unknown])
  expect(await empty()).toEqual([404, 'feed.empty'])
  await want([heat])
  expect((await read(addresses.radarr)).status).toBe(200)
  await sql`alter table watchlist_items rename to watchlist_items_away`.execute(app.db)
  const failed = await read(addresses.radarr)
  await sql`alter table watchlist_items_away rename to watchlist_items`.execute(app.db)
  expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringMatching(/^\[/)])
})

test('each list of one’s own has an address, in its order, and no other’s', async () => {
  const list = await buildList(app, { author: member, films: [flow, heat], isPrivate: true, title: 'Cats' })
  const feed = await make('list', list.id)
  expect(feed.list).toEqual({ _id: list.id, title: 'Cats' })
  expect(parseForRadarr(await (await read(feed.addresses.radarr)).text())).toEqual([flow.id, heat.id])
  const other = await buildList(app, { author: await buildMember(app), films: [heat] })
  for (const listId of [other.id, undefined]) {
    const body = { kind: 'list', ...(listId && { listId }) } as const
    expect((await app.call(createFeed, { as: member, body })).error.code).toBe('list.not_found')
  }
  await app.call(deleteList, { as: member, params: { listId: list.id } })
  expect((await read(feed.addresses.radarr)).status).toBe(404)
  expect((await app.call(listFeeds, { as: member })).data).toEqual([])
})

test('a member has at most a hundred addresses, and is answered those there are', async () => {
  const lists = await app.db
    .insertInto('lists')
    .values(
      Array.from({ length: 100 }, (_, n) => ({ id: randomUUID(), member_id: member.id, title: `${n}` })),
    )
    .returning('id')
    .execute()
  for (const { id } of lists) await make('list', id)
  const { error } = await app.call(createFeed, { as: member, body: { kind: 'diary' } })
  expect(error.code).toBe('feed.full')
  expect((await make('list', lists[0]?.id)).list?._id).toBe(lists[0]?.id)
})

test('what moderators hid is hidden from whoever has the address of a list', async () => {
  const list = await buildList(app, { author: member, films: [heat] })
  const { addresses } = await make('list', list.id)
  const statusWhen = async (hiddenAt: Date | null) => {
    await app.db.updateTable('lists').set({ hidden_at: hiddenAt }).where('id', '=', list.id).execute()
    return (await read(addresses.radarr)).status
  }
  expect([await statusWhen(new Date()), await statusWhen(null)]).toEqual([404, 200])
})

test('a secret opens its one thing, until it is revoked or its member is kept out', async () => {
  await want([heat])
  await buildLog(app, { author: member, film: heat })
  const [watchlist, diary] = [await make('watchlist'), await make('diary')]
  const statusOf = async (address = '') => (await read(address)).status
  expect(await statusOf(diary.addresses.rss)).toBe(200)
  for (const wrong of [
    diary.addresses.rss?.replace('rss.xml', 'radarr.json'),
    watchlist.addresses.radarr?.replace('radarr.json', 'rss.xml'),
    watchlist.addresses.radarr?.replace('radarr.json', 'toString'),
    watchlist.addresses.radarr?.replace(/feeds\/[\w-]+/, `feeds/${'A'.repeat(43)}`),
    watchlist.addresses.radarr?.replace(/feeds\/[\w-]+/, 'feeds/short'),
  ])
    expect(await statusOf(wrong)).toBe(404)
  const other = await buildMember(app)
  const revoke = (as: TestMember) => app.call(revokeFeed, { as, params: { feedId: watchlist.id } })
  expect((await revoke(other)).error.code).toBe('feed.not_found')
  expect(await statusOf(watchlist.addresses.radarr)).toBe(200)
  expect((await revoke(member)).status).toBe(200)
  expect(await statusOf(watchlist.addresses.radarr)).toBe(404)
  expect((await make('watchlist')).addresses).not.toEqual(watchlist.addresses)
  await suspendAccount(app.ctx, { shellUser: 'tests' }, member.username)
  expect(await statusOf(diary.addresses.rss)).toBe(404)
})

test('a reader that knows what it says is answered 304, until it says something else', async () => {
  const { id } = await buildLog(app, { author: member, film: heat, review: 'Coffee.' })
  const { addresses } = await make('diary')
  for (const address of [addresses.rss, addresses.json]) {
    const first = await read(address)
    const etag = first.headers.get('etag') ?? ''
    const since = first.headers.get('last-modified') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('x-robots-tag')).toBe('noindex')
    const again = [
      await read(address, { 'if-none-match': etag }),
      await read(address, { 'if-none-match': `"x", W/${etag}` }),
      await read(address, { 'if-modified-since': since }),
      await read(address, { 'if-none-match': '"x"', 'if-modified-since': since }),
    ]
    expect(again.map(({ status }) => status)).toEqual([304, 304, 304, 200])
    expect(await again[0]?.text()).toBe('')
  }
  const before = await read(addresses.rss)
  const later = new Date(Date.now() + 5000)
  const { now } = app.ctx
  app.ctx.now = () => later
  await app.call(updateLog, { as: member, params: { logId: id }, body: { review: 'Tea.' } })
  const known = { 'if-modified-since': before.headers.get('last-modified') ?? '' }
  const after = await read(addresses.rss, known)
  app.ctx.now = now
  expect([after.status, after.headers.get('etag') === before.headers.get('etag')]).toEqual([200, false])
  expect(after.headers.get('last-modified')).toBe(later.toUTCString())
})

/** What each item holds, by the regular expressions that readers of Letterboxd's feeds use. */
function parseByPatterns(text: string) {
  const one = (item: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(item)?.[1]
  return [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => ({
    title: one(item, 'title'),
    link: one(item, 'link'),
    guid: /<guid isPermaLink="false">(letterboxd-(?:review|watch)-\d+)<\/guid>/.exec(item)?.[1],
    pubDate: one(item, 'pubDate'),
    watchedDate: /<letterboxd:watchedDate>(\d{4}-\d{2}-\d{2})<\/letterboxd:watchedDate>/.exec(item)?.[1],
    rewatch: one(item, 'letterboxd:rewatch'),
    filmTitle: one(item, 'letterboxd:filmTitle'),
    filmYear: one(item, 'letterboxd:filmYear'),
    rating: /<letterboxd:memberRating>(\d\.\d)<\/letterboxd:memberRating>/.exec(item)?.[1],
    like: one(item, 'letterboxd:memberLike'),
    tmdbId: /<tmdb:movieId>(\d+)<\/tmdb:movieId>/.exec(item)?.[1],
    poster: /<img src="([^"]+)"/.exec(item)?.[1],
    creator: one(item, 'dc:creator'),
  }))
}

test('the diary is RSS in the dialect that programs for films read', async () => {
  const at = new Date('2026-01-12T09:03:05Z')
  const seen = await buildLog(app, { author: member, film: heat, watchedAt: '2026-05-09', createdAt: at })
  const review = 'One.\n\nTwo < three ]]> ||he lives||\u{1F3AC}'
  const written = await buildLog(app, {
    author: member,
    film: flow,
    review,
    rating: 4.5,
    watchedAt: '2026-01-11',
    createdAt: new Date(at.getTime() + 60_000),
  })
  await app.db.updateTable('logs').set({ rewatch_count: 2 }).where('id', '=', written.id).execute()
  await buildLog(app, {
    author: member,
    film: unknown,
    rating: 4,
    createdAt: new Date(at.getTime() - 60_000),
  })
  await buildLog(app, { author: member, film: await buildFilm(app), seenOnly: true })
  await app.db.insertInto('favourites').values({ member_id: member.id, film_id: flow.id }).execute()
  const { addresses } = await make('diary')
  const answer = await read(addresses.rss)
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const text = await answer.text()

  const patterns = parseByPatterns(text)
  expect(patterns).toHaveLength(3)
  expect(patterns[0]).toMatchObject({
    title: 'Flow &amp; &lt;Ebb&gt;, 2024 - ★★★★½',
    link: `${origin()}/${member.username}/film/flow-ebb-2024/${written.id}/`,
    pubDate: 'Mon, 12 Jan 2026 09:04:05 +0000',
    watchedDate: '2026-01-11',
    rewatch: 'Yes',
    filmTitle: 'Flow &amp; &lt;Ebb&gt;',
    filmYear: '2024',
    rating: '4.5',
    like: 'Yes',
    tmdbId: '823219',
    poster: expect.stringContaining(`${origin()}/t/p/`),
    creator: member.username,
  })
  expect(patterns[1]).toMatchObject({ title: 'Heat, 1995', rewatch: 'No', rating: undefined, like: 'No' })
  expect(patterns[2]).toMatchObject({ rating: '4.0', watchedDate: undefined, tmdbId: undefined })
  expect(patterns.map(({ guid }) => guid?.split('-')[1])).toEqual(['review', 'watch', 'watch'])
  expect(patterns.every(({ link }) => link?.includes(`${member.username}/film`))).toBe(true)

  const { document } = new JSDOM(text, { contentType: 'text/xml' }).window
  expect(document.querySelector('channel > ttl')?.textContent).toBe('15')
  const items = [...document.querySelectorAll('item')]
  expect([...(items[0]?.children ?? [])].map(({ nodeName }) => nodeName)).toEqual([
    'title',
    'link',
    'guid',
    'pubDate',
    'letterboxd:watchedDate',
    'letterboxd:rewatch',
    'letterboxd:filmTitle',
    'letterboxd:filmYear',
    'letterboxd:memberRating',
    'letterboxd:memberLike',
    'tmdb:movieId',
    'description',
    'dc:creator',
  ])
  const html = (index: number) =>
    new JSDOM(items[index]?.querySelector('description')?.textContent).window.document
  expect([...html(0).querySelectorAll('p')].map((paragraph) => paragraph.textContent)).toEqual([
    '',
    'This review may contain spoilers.',
    'One.',
    'Two < three ]]> he lives\u{1F3AC}',
  ])
  expect([...html(1).querySelectorAll('p')].at(1)?.textContent).toBe('Watched on Saturday May 9, 2026.')

  // What was told of once is known again, whatever becomes of it meanwhile.
  const guids = patterns.map(({ guid }) => guid)
  await app.call(updateLog, { as: member, params: { logId: seen.id }, body: { rating: 3 } })
  expect(parseByPatterns(await (await read(addresses.rss)).text()).map(({ guid }) => guid)).toEqual(guids)
  await app.call(deleteLog, { as: member, params: { logId: seen.id } })
  expect(parseByPatterns(await (await read(addresses.rss)).text())).toHaveLength(2)
})

test('the same diary is JSON Feed, and both lead to the log', async () => {
  const log = await buildLog(app, {
    author: member,
    film: heat,
    review: 'Coffee.',
    rating: 5,
    tags: ['mann'],
  })
  const { addresses } = await make('diary')
  const answer = await read(addresses.json)
  expect(answer.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = (await answer.json()) as { items: { url: string }[] }
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: origin() + addresses.json,
    items: [
      {
        id: log.id,
        title: 'Heat, 1995 - ★★★★★',
        content_html: expect.stringContaining('<p>Coffee.</p>'),
        tags: ['mann'],
        _scene: { film: { title: 'Heat', year: '1995', tmdbId: 949 }, rating: 5, spoilers: false },
      },
    ],
  })
  const link = await read(feed.items[0]?.url.replace(origin(), ''))
  expect([link.status, link.headers.get('location')]).toEqual([302, `/log/${log.id}`])
  expect((await read('/someone/film/heat-1995/1/')).status).toBe(404)
})

test('an empty diary is a feed without items', async () => {
  const { addresses } = await make('diary')
  const text = await (await read(addresses.rss)).text()
  expect(new JSDOM(text, { contentType: 'text/xml' }).window.document.querySelectorAll('item')).toHaveLength(
    0,
  )
  expect(parseByPatterns(text)).toEqual([])
})
