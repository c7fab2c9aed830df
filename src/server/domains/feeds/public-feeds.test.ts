import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateList } from '#shared/api/lists.ts'
import { updateLog } from '#shared/api/logs.ts'
import { audiences, type Audience } from '#shared/audience.ts'
import { ownUrl } from '#server/config.ts'
import { suspendAccount } from '#server/domains/accounts/operator.service.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let member: TestMember
let heat: { id: number }

beforeAll(async () => {
  app = await startTestApp()
  heat = await buildFilm(app, { id: 949, title: 'Heat', releaseDate: '1995-12-15' })
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await buildMember(app)
  await choose('public')
})

const choose = (audience: Audience) =>
  app.db.updateTable('members').set({ profile_audience: audience }).where('id', '=', member.id).execute()

const read = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })
const feeds = ({ username }: TestMember) => [
  `/@${username}/rss`,
  `/${username}/rss/`,
  `/${username.toUpperCase()}/rss`,
  `/@${username}/feed.json`,
]
const xmlOf = async (path: string) =>
  new JSDOM(await (await read(path)).text(), { contentType: 'text/xml' }).window.document

test('of all that a member wrote, only what is public is in any feed', async () => {
  const listIds: string[] = []
  for (const audience of audiences) {
    const { id } = await buildList(app, {
      author: member,
      films: [heat],
      title: `Koekoek${audience}Q`,
      audience,
    })
    listIds.push(id)
    if (audience === 'link') continue
    await buildLog(app, { author: member, film: heat, review: `Koekoek${audience}Q`, audience })
  }
  const heard = (text: string) => audiences.filter((audience) => text.includes(`Koekoek${audience}Q`))
  for (const path of feeds(member)) expect(heard(await (await read(path)).text())).toEqual(['public'])
  for (const [index, id] of listIds.entries())
    for (const path of [`/list/${id}/rss`, `/list/${id}/feed.json`]) {
      const { status } = await read(path)
      // Whoever has the address of that one may read it.
      expect(status).toBe(['public', 'link'].includes(audiences[index] ?? '') ? 200 : 404)
    }
})

test('what becomes narrower leaves the feed at once', async () => {
  const log = await buildLog(app, { author: member, film: heat, review: 'Coffee.', audience: 'public' })
  const list = await buildList(app, { author: member, films: [heat], title: 'Nights', audience: 'public' })
  const [rss = ''] = feeds(member)
  const texts = async () => (await (await read(rss)).text()).match(/Coffee\.|Nights/g)
  expect(await texts()).toEqual(expect.arrayContaining(['Coffee.', 'Nights']))
  await app.call(updateLog, { as: member, params: { logId: log.id }, body: { audience: 'members' } })
  await app.call(updateList, {
    as: member,
    params: { listId: list.id },
    query: {},
    body: { audience: 'followers' },
  })
  expect(await texts()).toBeNull()
})

test('a member who is not public, is kept out or is nobody has no feed, and all three alike', async () => {
  await buildLog(app, { author: member, film: heat, audience: 'public' })
  const gone = async (username: string) => {
    const answers = await Promise.all(feeds({ ...member, username }).map((path) => read(path)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    return Promise.all(answers.map(async (one) => ((await one.json()) as { code: string }).code))
  }
  await choose('members')
  const hidden = await gone(member.username)
  expect(await gone('nobody_here')).toEqual(hidden)
  await choose('public')
  expect((await read(feeds(member)[0] ?? '')).status).toBe(200)
  await suspendAccount(app.ctx, { shellUser: 'tests' }, member.username)
  expect(await gone(member.username)).toEqual(hidden)
})

test('of a member who is kept out or shown to few a list has no feed, as where there is none', async () => {
  const { id } = await buildList(app, { author: member, films: [heat], title: 'Nights', audience: 'public' })
  const statuses = async () =>
    Promise.all([`/list/${id}/rss`, `/list/${id}/feed.json`].map(async (path) => (await read(path)).status))
  const set = (change: { limited_at: Date | null } | { suspended_at: Date | null }) =>
    app.db.updateTable('members').set(change).where('id', '=', member.id).execute()
  await set({ limited_at: new Date() })
  expect(await statuses()).toEqual([404, 404])
  await set({ limited_at: null })
  expect(await statuses()).toEqual([200, 200])
  await set({ suspended_at: new Date() })
  expect(await statuses()).toEqual([404, 404])
})

test('lists are items among the logs, by when they were made, and lead on', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 12, 9, minute))
  await buildLog(app, { author: member, film: heat, rating: 5, createdAt: at(1), audience: 'public' })
  const list = await buildList(app, {
    author: member,
    films: [heat],
    title: 'Best & brightest',
    createdAt: at(2),
    audience: 'public',
  })
  await buildLog(app, { author: member, film: heat, review: 'Again.', createdAt: at(3), audience: 'public' })
  const document = await xmlOf(feeds(member)[0] ?? '')
  const items = [...document.querySelectorAll('item')]
  expect(items.map((item) => item.querySelector('title')?.textContent)).toEqual([
    'Heat, 1995',
    'Best & brightest',
    'Heat, 1995 - ★★★★★',
  ])
  const [, listed] = items
  expect(listed?.querySelector('guid')?.textContent).toMatch(/^letterboxd-list-\d+$/)
  expect([...(listed?.children ?? [])].map(({ nodeName }) => nodeName)).not.toContain('letterboxd:filmTitle')
  const html = new JSDOM(listed?.querySelector('description')?.textContent).window.document
  expect([...html.querySelectorAll('ul > li > a')].map((link) => link.textContent)).toEqual(['Heat'])
  const link = listed?.querySelector('link')?.textContent?.replace(ownUrl(app.ctx.config), '') ?? ''
  const led = await fetch(app.url + link, { redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([302, `/list/${list.id}`])
  const json = (await (await read(`/@${member.username}/feed.json`)).json()) as { items: { title: string }[] }
  expect(json.items.map(({ title }) => title)).toEqual(
    items.map((item) => item.querySelector('title')?.textContent),
  )
})

test('a list is a feed of its films, in its order', async () => {
  const made = await buildFilm(app, { id: 1_600_000_000, title: 'Of this Scene', releaseDate: '2001-01-01' })
  const list = await buildList(app, { author: member, films: [made, heat], title: 'Two', audience: 'public' })
  const items = [...(await xmlOf(`/list/${list.id}/rss`)).querySelectorAll('item')]
  expect(items.map((item) => item.querySelector('title')?.textContent)).toEqual([
    'Of this Scene, 2001',
    'Heat, 1995',
  ])
  const text = await (await read(`/list/${list.id}/rss`)).text()
  expect([...text.matchAll(/<tmdb:movieId>(\d+)<\/tmdb:movieId>/g)].map(([, id]) => id)).toEqual(['949'])
  expect((await read('/list/not-an-id/rss')).status).toBe(404)
})

test('a reader that knows what it says is answered 304, and told again of an edit', async () => {
  const log = await buildLog(app, { author: member, film: heat, review: 'Coffee.', audience: 'public' })
  const [rss = ''] = feeds(member)
  const first = await read(rss)
  const etag = first.headers.get('etag') ?? ''
  expect([first.headers.get('x-robots-tag'), first.headers.get('content-type')]).toEqual([
    'noindex',
    'application/rss+xml; charset=utf-8',
  ])
  expect((await read(rss, { 'if-none-match': etag })).status).toBe(304)
  await app.call(updateLog, { as: member, params: { logId: log.id }, body: { review: 'Tea.' } })
  const modified = { 'if-modified-since': new Date(Date.now() + 1000).toUTCString() }
  expect([(await read(rss, { 'if-none-match': etag })).status, (await read(rss, modified)).status]).toEqual([
    200, 200,
  ])
})
