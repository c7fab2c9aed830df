import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  followLetterboxdFeed,
  getLetterboxdFeed,
  readLetterboxdFeed,
  unfollowLetterboxdFeed,
} from '#shared/api/letterboxd-feeds.ts'
import { deleteLog, updateLog } from '#shared/api/logs.ts'
import { listPlays } from '#shared/api/players.ts'
import { listImports, removeImport } from '#shared/api/transfer.ts'
import { createLetterboxdSource } from '#server/adapters/letterboxd/letterboxd-feeds.ts'
import { buildPlay } from '#test/account-factories.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { diaryHeader, startImportApp } from '#test/fakes/imports.ts'
import {
  feedXml,
  startLetterboxdServer,
  type FeedEntry,
  type LetterboxdServer,
} from '#test/fakes/letterboxd-server.ts'
import { startTestApp } from '#test/harness.ts'
import { readDueFeeds } from './feeds.service.ts'

let source: LetterboxdServer
let app: Awaited<ReturnType<typeof startImportApp>>
let now: Date
let member: TestMember

const parasite: FeedEntry = {
  number: 1,
  title: 'Parasite',
  year: 2019,
  tmdbId: 496243,
  watchedOn: '2026-01-11',
  rating: '4.5',
}
const whiplash: FeedEntry = { ...parasite, number: 2, title: 'Whiplash', year: 2014, tmdbId: 244786 }

const line = '2026-01-11,Parasite,2019,https://boxd.it/aBcD,4.5,,,2026-01-11'

beforeAll(async () => {
  source = await startLetterboxdServer()
  app = await startImportApp({
    isMatcherReal: true,
    jobs: false,
    overrides: {
      now: () => now,
      letterboxd: createLetterboxdSource({ baseUrl: source.url, isInside: true, agent: 'Scene', pauseMs: 0 }),
    },
  })
  await buildFilm(app, { id: 496243, title: 'Parasite', releaseDate: '2019-05-30' })
  await buildFilm(app, { id: 244786, title: 'Whiplash', releaseDate: '2014-10-10' })
})
afterAll(async () => {
  await app.close()
  await source.close()
})
beforeEach(async () => {
  now = new Date()
  member = await buildMember(app)
})
afterEach(async () => {
  source.answers.clear()
  source.asked.length = 0
  await app.db.deleteFrom('letterboxd_feeds').execute()
})

let feeds = 0
/** A name for a feed that says this. */
function say(entries: FeedEntry[], username = `layla_${++feeds}`): string {
  source.answers.set(username, { body: feedXml(username, entries) })
  return username
}
const follow = (username: string, as = member) => app.call(followLetterboxdFeed, { as, body: { username } })
const feedOf = async (as = member) => (await app.call(getLetterboxdFeed, { as })).data.feed
const outcomes = async (as = member) =>
  (await feedOf(as))?.items.map(({ title, outcome }) => [title, outcome])
const imported = async (as = member) => {
  await app.run(as.id)
  return app.db
    .selectFrom('logs')
    .select(['id', 'film_id', 'rating', 'review', 'spoilers', 'rewatch_count', 'created_at'])
    .select(sql<string>`watched_at::text`.as('day'))
    .where('member_id', '=', as.id)
    .orderBy('film_id')
    .orderBy('day')
    .execute()
}
/** What is changed here is changed after it was imported. */
function aMinuteLater() {
  now = new Date(now.getTime() + 60_000)
}
/** As the clock does, when the turn of all has come. */
async function anHourLater() {
  now = new Date(now.getTime() + 80 * 60_000)
  await readDueFeeds(app.ctx)
}

describe('a feed', () => {
  test('becomes logs on the days that it says, with stars, words and rewatches, and nobody is told', async () => {
    const username = say([
      { ...whiplash, watchedOn: '2026-01-12', rating: '3.0', rewatch: true, like: true },
      { ...parasite, review: '<p>Stairs &amp; <em>rain</em>.</p>', spoilers: true },
    ])
    const { status, data } = await follow(`https://letterboxd.com/${username.toUpperCase()}/`)
    expect(status).toBe(200)
    expect(data).toMatchObject({ username, fault: null, pausedAt: null })
    expect(await imported()).toMatchObject([
      { film_id: 244786, rating: 6, day: '2026-01-12', rewatch_count: 1, review: '' },
      { film_id: 496243, rating: 9, day: '2026-01-11', review: 'Stairs & rain.', spoilers: true },
    ])
    expect(await outcomes()).toEqual([
      ['Whiplash', 'imported'],
      ['Parasite', 'imported'],
    ])
    const favourites = await app.db
      .selectFrom('favourites')
      .select('film_id')
      .where('member_id', '=', member.id)
      .execute()
    expect(favourites).toEqual([{ film_id: 244786 }])
  })

  test('brings what is new, asks with what it knows of its age, and nothing twice', async () => {
    const username = say([parasite])
    source.answers.set(username, { body: feedXml(username, [parasite]), headers: { etag: '"1"' } })
    await follow(username)
    await anHourLater()
    expect(source.asked.at(-1)?.headers['if-none-match']).toBe('"1"')
    expect(await imported()).toHaveLength(1)
    source.answers.set(username, { body: feedXml(username, [whiplash, parasite]), headers: { etag: '"2"' } })
    await anHourLater()
    expect((await imported()).map(({ film_id }) => film_id)).toEqual([244786, 496243])
    await anHourLater()
    expect(await imported()).toHaveLength(2)
    const imports = await app.db
      .selectFrom('imports')
      .where('member_id', '=', member.id)
      .selectAll()
      .execute()
    expect(imports.map(({ files, total }) => [files, total])).toEqual([
      [[`letterboxd.com/${username}`], 1],
      [[`letterboxd.com/${username}`], 1],
    ])
  })

  test('is the diary that a file brings, before and after', async () => {
    await follow(say([parasite]))
    await imported()
    await app.send(member, 'logs', [diaryHeader, line])
    expect(await imported()).toHaveLength(1)
    const other = await buildMember(app)
    await app.send(other, 'logs', [diaryHeader, line])
    await imported(other)
    await follow(say([parasite]), other)
    expect(await imported(other)).toHaveLength(1)
    expect(await outcomes(other)).toEqual([['Parasite', 'skipped']])
  })

  test('words and stars that come later come here too, unless the log was changed here', async () => {
    const { rating: _, ...unrated } = parasite
    const username = say([unrated, whiplash])
    await follow(username)
    const [, log] = await imported()
    expect(log).toMatchObject({ film_id: 496243, rating: null, review: '' })
    aMinuteLater()
    await app.call(updateLog, {
      as: member,
      params: { logId: (await imported())[0]?.id ?? '' },
      body: { review: 'My own words.' },
    })
    const later = { ...parasite, review: '<p>Stairs.</p>' }
    say([later, { ...whiplash, review: '<p>Theirs.</p>' }], username)
    await anHourLater()
    expect(await imported()).toMatchObject([
      { film_id: 244786, review: 'My own words.' },
      { film_id: 496243, rating: 9, review: 'Stairs.' },
    ])
    const { rows } = await sql`
      select entry->>'title' as title from import_rows r join imports i on i.id = r.import_id
      where i.member_id = ${member.id} and r.kind = 'log' order by title`.execute(app.db)
    expect(rows).toEqual([{ title: 'Parasite' }, { title: 'Whiplash' }])
  })

  test('stars, words and the day that are changed or taken away there are so here too', async () => {
    const username = say([{ ...parasite, review: '<p>One.</p>', spoilers: true }])
    await follow(username)
    const [log] = await imported()
    say([{ ...parasite, rating: '2.0', review: '<p>Two.</p>', watchedOn: '2026-01-10' }], username)
    await anHourLater()
    expect(await imported()).toEqual([
      { ...log, rating: 4, review: 'Two.', spoilers: false, day: '2026-01-10' },
    ])
    const { rating: _, ...unrated } = parasite
    say([{ ...unrated, watchedOn: '2026-01-10' }], username)
    await anHourLater()
    expect(await imported()).toMatchObject([{ id: log?.id, rating: null, review: '', day: '2026-01-10' }])
    expect(await outcomes()).toEqual([['Parasite', 'imported']])
    // A file that has it by its new day is of the same viewing.
    await app.send(member, 'logs', [diaryHeader, line.replaceAll('2026-01-11', '2026-01-10')])
    expect(await imported()).toHaveLength(1)
  })

  test('what is changed there before it has its film comes as it is now', async () => {
    const username = say([parasite])
    await follow(username)
    say([{ ...parasite, rating: '2.0', watchedOn: '2026-01-10' }], username)
    await anHourLater()
    expect(await imported()).toMatchObject([{ rating: 4, day: '2026-01-10' }])
  })

  test('changes what a file brought, too', async () => {
    await app.send(member, 'logs', [diaryHeader, line])
    const [log] = await imported()
    const username = say([parasite])
    await follow(username)
    await imported()
    say([{ ...parasite, rating: '2.0' }], username)
    await anHourLater()
    expect(await imported()).toMatchObject([{ id: log?.id, rating: 4 }])
  })

  test('gives no stars to a film whose log was changed here', async () => {
    const username = say([parasite])
    await follow(username)
    const [log] = await imported()
    aMinuteLater()
    await app.call(updateLog, { as: member, params: { logId: log?.id ?? '' }, body: { rating: 3 } })
    say([{ ...parasite, rating: '1.0' }], username)
    await anHourLater()
    expect(await imported()).toMatchObject([{ rating: 6 }])
    const { rows } = await sql`select from film_ratings where member_id = ${member.id}`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('a heart that comes later comes once', async () => {
    const username = say([parasite])
    await follow(username)
    await imported()
    const hearts = () =>
      app.db.selectFrom('favourites').select('film_id').where('member_id', '=', member.id).execute()
    say([{ ...parasite, like: true }], username)
    await anHourLater()
    await imported()
    expect(await hearts()).toEqual([{ film_id: 496243 }])
    await app.db.deleteFrom('favourites').where('member_id', '=', member.id).execute()
    say([{ ...parasite, like: true, rating: '1.0' }], username)
    await anHourLater()
    expect(await imported()).toMatchObject([{ rating: 2 }])
    expect(await hearts()).toEqual([])
  })

  test.each([
    ['a file brought and', true],
    ['the feed brought and', false],
  ])('what %s was deleted here does not come again, whatever is changed there', async (_by, isOfFile) => {
    if (isOfFile) await app.send(member, 'logs', [diaryHeader, line])
    const username = say([parasite])
    await follow(username)
    const [log] = await imported()
    await app.call(deleteLog, { as: member, params: { logId: log?.id ?? '' } })
    say([{ ...parasite, rating: '2.0' }], username)
    await anHourLater()
    expect(await imported()).toEqual([])
  })

  test('what a file brought and was deleted here before does not come by a feed', async () => {
    await app.send(member, 'logs', [diaryHeader, line])
    const [log] = await imported()
    await app.call(deleteLog, { as: member, params: { logId: log?.id ?? '' } })
    await follow(say([whiplash, parasite]))
    expect((await imported()).map(({ film_id }) => film_id)).toEqual([244786])
  })

  test('what was removed with its import does not come again', async () => {
    const username = say([parasite])
    const { data } = await follow(username)
    await imported()
    const importId = data.items[0]?.importId ?? ''
    await app.call(removeImport, { as: member, params: { importId } })
    say([{ ...parasite, rating: '2.0' }], username)
    await anHourLater()
    expect(await imported()).toEqual([])
    expect(await outcomes()).toEqual([['Parasite', 'gone']])
  })

  test('of a suspended member is not read', async () => {
    await follow(say([parasite]))
    const asked = source.asked.length
    await app.db.updateTable('members').set({ suspended_at: now }).where('id', '=', member.id).execute()
    await anHourLater()
    expect(source.asked).toHaveLength(asked)
  })

  test('does not bring again what was deleted here, and deletes nothing that went there', async () => {
    const username = say([parasite, whiplash])
    await follow(username)
    const [log] = await imported()
    await app.call(deleteLog, { as: member, params: { logId: log?.id ?? '' } })
    say([{ ...whiplash, rating: '5.0' }], username)
    await anHourLater()
    expect((await imported()).map(({ film_id }) => film_id)).toEqual([496243])
  })

  test('what a player told of that day waits no longer', async () => {
    await buildPlay(app, member.id)
    await app.db
      .updateTable('plays')
      .set({ film_id: 496243, day: '2026-01-11' })
      .where('member_id', '=', member.id)
      .execute()
    expect((await app.call(listPlays, { as: member })).data).toHaveLength(1)
    await follow(say([parasite]))
    await imported()
    expect((await app.call(listPlays, { as: member })).data).toEqual([])
  })

  test('series are passed over, and what is no film that is known is to be decided', async () => {
    const { tmdbId: _, ...series } = parasite
    const nowhere = { ...whiplash, number: 9, title: 'Nowhere at all', tmdbId: 999_999_999, year: 1931 }
    const username = say([{ ...series, number: 8, tvId: 5 }, nowhere])
    await follow(username)
    expect(await imported()).toEqual([])
    const expected = ['Nowhere at all not-found', 'Parasite not-film']
    expect((await outcomes())?.map((one) => one.join(' ')).toSorted()).toEqual(expected)
    // Said differently it is asked once all the same.
    say([{ ...nowhere, rating: '1.0' }], username)
    await anHourLater()
    await imported()
    const { data } = await app.call(listImports, { as: member })
    expect(data.map((one) => [one.skipped, one.notFound])).toEqual([
      [0, 1],
      [1, 0],
    ])
  })
})

describe('Letterboxd', () => {
  test.each([
    [{ status: 404 }, 'letterboxd.missing'],
    [{ status: 301, headers: { location: 'http://127.0.0.1:1/' } }, 'letterboxd.missing'],
    [{ status: 403 }, 'letterboxd.away'],
    [{ status: 503 }, 'letterboxd.away'],
    [{ body: '<html>Just a moment...' }, 'letterboxd.unreadable'],
    [{ body: `<rss>${'a'.repeat(3_000_000)}</rss>` }, 'letterboxd.away'],
  ])('that answers %o is not followed', async (answer, code) => {
    source.answers.set('nobody', answer)
    expect((await follow('nobody')).error.code).toBe(code)
    expect(await feedOf()).toBeNull()
  })

  test.each(['', 'a', 'two words', '../admin', 'https://example.org/layla', 'x'.repeat(31)])(
    'has no member called %o',
    async (username) => {
      expect((await follow(username)).error.code).toMatch(/letterboxd\.username|request\.invalid/)
      expect(source.asked).toEqual([])
    },
  )

  test('that is away is asked more and more seldom, as it wishes, and then no more until one says so', async () => {
    const username = say([parasite])
    await follow(username)
    source.answers.set(username, { status: 429, headers: { 'retry-after': '100000' } })
    await anHourLater()
    const feed = await feedOf()
    expect(feed?.fault).toBe('away')
    expect(Date.parse(feed?.nextAt ?? '') - now.getTime()).toBeGreaterThanOrEqual(100_000_000)
    const asked = source.asked.length
    await anHourLater()
    expect(source.asked).toHaveLength(asked)
    for (let turn = 0; turn < 9; turn++) {
      now = new Date(now.getTime() + 2 * 100_000_000)
      await readDueFeeds(app.ctx)
    }
    expect(await feedOf()).toMatchObject({ nextAt: null, pausedAt: now.toISOString() })
    say([parasite], username)
    const { status, data } = await app.call(readLetterboxdFeed, { as: member })
    expect([status, data.pausedAt, data.fault]).toEqual([200, null, null])
  })

  test.each([
    ['seconds', () => '100000'],
    ['a moment', () => new Date(Date.now() + 100_000_000).toUTCString()],
  ])('that asks to be left alone, by %s, is left alone by all', async (_as, wait) => {
    const other = await buildMember(app)
    for (const as of [member, other]) await follow(say([parasite]), as)
    const asked = source.asked.length
    for (const username of source.answers.keys())
      source.answers.set(username, { status: 429, headers: { 'retry-after': wait() } })
    await anHourLater()
    expect(source.asked).toHaveLength(asked + 1)
    await anHourLater()
    await anHourLater()
    expect(source.asked).toHaveLength(asked + 1)
  })

  test('two instances read a feed once', async () => {
    await follow(say([parasite]))
    const asked = source.asked.length
    now = new Date(now.getTime() + 80 * 60_000)
    await Promise.all([readDueFeeds(app.ctx), readDueFeeds(app.ctx), readDueFeeds(app.ctx)])
    expect(source.asked).toHaveLength(asked + 1)
  })
})

test('stopped, it is read no more, and what came stays', async () => {
  await follow(say([parasite]))
  expect(await imported()).toHaveLength(1)
  await app.call(unfollowLetterboxdFeed, { as: member })
  expect(await feedOf()).toBeNull()
  expect((await app.call(readLetterboxdFeed, { as: member })).error.code).toBe('letterboxd.not_followed')
  expect(await imported()).toHaveLength(1)
})

test('with it, the source that the settings name is told who asks', async () => {
  const open = await startTestApp({ env: { LETTERBOXD_FEEDS: '1', LETTERBOXD_BASE_URL: `${source.url}/` } })
  const as = await buildMember(open)
  const body = { username: say([parasite]) }
  expect((await open.call(followLetterboxdFeed, { as, body })).status).toBe(200)
  expect(source.asked[0]?.headers['user-agent']).toMatch(/^Scene \(/)
  await open.close()
})

test('without the operator’s leave nobody is asked', async () => {
  const closed = await startTestApp()
  const as = await buildMember(closed)
  expect((await closed.call(getLetterboxdFeed, { as })).data).toEqual({ allowed: false, feed: null })
  const refused = await closed.call(followLetterboxdFeed, { as, body: { username: 'layla' } })
  expect(refused.error.code).toBe('letterboxd.not_allowed')
  await closed.close()
})
