import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getFeed, listPopularReviews, toggleLogLike } from '#shared/api/logs.ts'
import { getMember, listFollowers, listMembers, toggleFollow } from '#shared/api/members.ts'
import { countUnread, listNotifications } from '#shared/api/notifications.ts'
import * as api from '#shared/api/safety.ts'
import { mutedWordPattern } from '#shared/muting.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

let app: TestApp
let me: TestMember
let other: TestMember
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  me = await buildMember(app)
  other = await buildMember(app)
})

const of = (as: TestMember, target: { id: string }) => ({
  as,
  params: { userId: as.id, targetId: target.id },
})
const block = (as: TestMember, target: { id: string }) => app.call(api.blockMember, of(as, target))
const mute = (as: TestMember, target: { id: string }, body = {}) =>
  app.call(api.muteMember, { ...of(as, target), body })
const safety = async (as: TestMember) =>
  (await app.call(api.getSafety, { as, params: { userId: as.id } })).data
const profile = (as: TestMember, target: { id: string }) =>
  app.call(getMember, { as, params: { userId: target.id } })
const toggle = (as: TestMember, target: { id: string }) => app.call(toggleFollow, of(as, target))

describe('a block', () => {
  test('ends follows both ways and their notifications, and neither sees the other', async () => {
    await toggle(me, other)
    await toggle(other, me)
    expect((await block(me, other)).data).toEqual({ blocked: true })
    expect(await wrongCounters(app)).toEqual([])
    for (const [one, two] of [
      [me, other],
      [other, me],
    ] as const) {
      const answer = await profile(one, two)
      expect([answer.status, answer.error.code]).toEqual([404, 'member.not_found'])
      expect((await toggle(one, two)).error.code).toBe('member.not_found')
      expect((await mute(one, two)).error.code).toBe('member.not_found')
      const found = await app.call(listMembers, { as: one, query: { query: two.username } })
      expect(found.data).toEqual([])
      expect((await app.call(listNotifications, { as: one, query: {} })).data).toEqual([])
      expect((await app.call(countUnread, { as: one, params: { userId: one.id } })).data.count).toBe(0)
    }
  })

  test('is in the list of who blocked, once, and takes nothing back when it ends', async () => {
    await toggle(me, other)
    await Promise.all([block(me, other), block(me, other)])
    expect((await safety(me)).blocked).toMatchObject([{ _id: other.id, username: other.username }])
    expect((await safety(other)).blocked).toEqual([])
    // Who is blocked cannot tell whom to block.
    expect((await block(other, me)).error.code).toBe('member.not_found')
    const ended = await app.call(api.unblockMember, of(me, other))
    expect(ended.data).toEqual({ blocked: false })
    expect((await app.call(api.unblockMember, of(me, other))).data).toEqual({ blocked: false })
    expect((await profile(me, other)).data).toMatchObject({ isFollowing: false, followersCount: 0 })
    expect((await toggle(other, me)).data.following).toBe(true)
  })

  test('of two at once: one of them is there, or each has theirs', async () => {
    const third = await buildMember(app)
    await Promise.all([block(me, other), block(other, me), toggle(me, other), toggle(me, third)])
    const rows = await app.db
      .selectFrom('blocks')
      .selectAll()
      .where('member_id', 'in', [me.id, other.id])
      .execute()
    expect(rows).toHaveLength(1)
    const follows = await app.db.selectFrom('follows').selectAll().where('follower_id', '=', me.id).execute()
    expect(follows.map((row) => row.followee_id)).toEqual([third.id])
    expect(await wrongCounters(app)).toEqual([])
  })

  test('hides the two from each other among a third member’s followers', async () => {
    const third = await buildMember(app)
    await follow(app, me, third)
    await follow(app, other, third)
    await block(me, other)
    const followers = async (as: TestMember) => {
      const { data } = await app.call(listFollowers, { as, params: { userId: third.id }, query: {} })
      return data.followers.map(({ _id }) => _id)
    }
    expect([await followers(me), await followers(other)]).toEqual([[me.id], [other.id]])
    // How many follow is not for whom it is counted.
    expect((await profile(me, third)).data).toMatchObject({ followersCount: 2, followers: [me.id] })
    expect(new Set(await followers(third))).toEqual(new Set([me.id, other.id]))
  })

  test('is of somebody else, who is there', async () => {
    expect((await block(me, me)).error.code).toBe('safety.yourself')
    expect((await block(me, { id: randomUUID() })).error.code).toBe('member.not_found')
  })
})

describe('a mute', () => {
  test('is known to who muted alone', async () => {
    expect((await mute(me, other, { days: 7, notifications: true })).data.mute).toMatchObject({
      notifications: true,
    })
    expect((await profile(me, other)).data.mute).toMatchObject({ notifications: true })
    expect((await profile(other, me)).data.mute).toBeUndefined()
    expect((await profile(me, me)).data.mute).toBeUndefined()
    expect((await safety(me)).muted).toMatchObject([{ _id: other.id, mute: { notifications: true } }])
    expect((await toggle(other, me)).data.following).toBe(true)
  })

  test('lasts as long as was said, and is changed by another', async () => {
    const { data } = await mute(me, other, { days: 1 })
    const days = (Date.parse(data.mute?.endsAt ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(1)
    expect((await mute(me, other)).data.mute).toEqual({ endsAt: null, notifications: false })
    await app.db
      .updateTable('mutes')
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where('member_id', '=', me.id)
      .execute()
    expect((await profile(me, other)).data.mute).toBeUndefined()
    expect((await safety(me)).muted).toEqual([])
    // What they log comes again, too.
    await follow(app, me, other)
    const { id } = await buildLog(app, { author: other, film: await buildFilm(app) })
    const feed = async () =>
      (await app.call(getFeed, { as: me, params: { userId: me.id }, query: {} })).data.map(({ _id }) => _id)
    expect(await feed()).toEqual([id])
    await mute(me, other)
    expect(await feed()).toEqual([])
    expect((await app.call(api.unmuteMember, of(me, other))).data).toEqual({ mute: null })
    expect((await profile(me, other)).data.mute).toBeUndefined()
  })

  test('keeps notifications away only where that was said, and for its time', async () => {
    const unread = async () => [
      (await app.call(listNotifications, { as: me, query: {} })).data.length,
      (await app.call(countUnread, { as: me, params: { userId: me.id } })).data.count,
    ]
    await mute(me, other)
    await toggle(other, me)
    expect(await unread()).toEqual([1, 1])
    await mute(me, other, { notifications: true })
    expect(await unread()).toEqual([0, 0])
    const quiet = await buildMember(app)
    await mute(me, quiet, { notifications: true })
    await toggle(quiet, me)
    const { id: logId } = await buildLog(app, { author: me, film: await buildFilm(app) })
    expect((await app.call(toggleLogLike, { as: quiet, params: { logId } })).data.liked).toBe(true)
    await app.call(api.unmuteMember, of(me, other))
    await app.call(api.unmuteMember, of(me, quiet))
    // What came meanwhile never comes; what was there is there again.
    expect(await unread()).toEqual([1, 1])
  })

  test('of who blocks one is not in the list, until the block ends', async () => {
    const muted = async () => (await safety(me)).muted.map(({ _id }) => _id)
    await mute(me, other)
    expect(await muted()).toEqual([other.id])
    await block(other, me)
    expect(await muted()).toEqual([])
    await app.call(api.unblockMember, of(other, me))
    expect(await muted()).toEqual([other.id])
  })
})

describe('words and films', () => {
  const words = (as: TestMember, word: string) =>
    app.call(api.muteWord, { as, params: { userId: as.id }, body: { word } })

  test('are kept once, whatever their case, the newest first, and taken off', async () => {
    await words(me, 'Snow')
    expect((await words(me, 'the  END')).data.words).toEqual(['the end', 'snow'])
    expect((await words(me, 'SNOW')).data.words).toEqual(['the end', 'snow'])
    const left = await app.call(api.unmuteWord, {
      as: me,
      params: { userId: me.id },
      query: { word: 'Snow' },
    })
    expect(left.data.words).toEqual(['the end'])
    expect((await words(me, ' ?! ')).status).toBe(400)
    expect((await safety(other)).words).toEqual([])
  })

  test('a film is hidden, changed and shown again', async () => {
    const film = await buildFilm(app)
    const params = { userId: me.id, movieId: film.id }
    expect((await app.call(api.muteFilm, { as: me, params, body: {} })).data).toEqual({ muted: true })
    expect((await safety(me)).films).toMatchObject([{ tmdbId: film.id, title: film.title, untilSeen: true }])
    await app.call(api.muteFilm, { as: me, params, body: { untilSeen: false } })
    expect((await safety(me)).films).toMatchObject([{ tmdbId: film.id, untilSeen: false }])
    expect((await app.call(api.unmuteFilm, { as: me, params })).data).toEqual({ muted: false })
    expect((await safety(me)).films).toEqual([])
    const unknown = { userId: me.id, movieId: 2_000_000_000 }
    expect((await app.call(api.muteFilm, { as: me, params: unknown, body: {} })).error.code).toBe(
      'film.not_found',
    )
  })

  const hide = (found: readonly string[]) =>
    app.db
      .insertInto('muted_words')
      .values(found.map((word) => ({ member_id: me.id, word, pattern: mutedWordPattern(word) })))
      .execute()

  test('a list that is full says so, and takes again what is in it', async () => {
    await hide(Array.from({ length: api.maxHiddenWords }, (_, index) => `word ${index}`))
    expect((await words(me, 'one more')).error.code).toBe('safety.full')
    expect((await safety(me)).words).toHaveLength(api.maxHiddenWords)
    expect((await words(me, 'Word 7')).data.words).toHaveLength(api.maxHiddenWords)
  })

  test('each of a thousand words hides, as many as an earlier version let one hide', async () => {
    const film = await buildFilm(app)
    for (const review of ['A long evening of rain.', 'And yet nobody says why.', 'No word of these.'])
      await buildLog(app, { author: other, film, review })
    const query = { all: true, limit: 100 }
    const reviews = async () => {
      const { data } = await app.call(listPopularReviews, { as: me, params: { movieId: film.id }, query })
      return data.map(({ review }) => review)
    }
    await hide(Array.from({ length: 1000 }, (_, index) => `wörd${index}`))
    expect(await reviews()).toHaveLength(3)
    // The first and the last of them by the alphabet.
    await hide(['evening', 'yet'])
    expect(await reviews()).toEqual(['No word of these.'])
  })
})

describe('a word is found', () => {
  const log = (review: string) =>
    buildFilm(app).then((film) => buildLog(app, { author: other, film, review }))
  test.each([
    ['snow', 'Snow.', true],
    ['snow', 'It is SNOWING', false],
    ['été', 'Un ÉTÉ, enfin', true],
    ['موت', 'عن الموت والحياة', true],
    ['موت', 'وبموت البطل', true],
    ['موت', 'صموت', false],
    ['the end', 'At the\nend of it', true],
    ['c++', 'In C++, mostly', true],
    ['a.b', 'axb', false],
    ['雪', '「雪」', true],
  ])('%s in "%s": %s', async (word, review, isFound) => {
    const { id } = await log(review)
    const row = await app.db
      .selectFrom('logs')
      .select('id')
      .where('id', '=', id)
      .where('review', '~*', mutedWordPattern(word))
      .executeTakeFirst()
    expect(row !== undefined).toBe(isFound)
  })
})

test('a feed goes on behind what is hidden', async () => {
  const viewer = await buildMember(app)
  const [quiet, loud] = [await buildMember(app), await buildMember(app)]
  const film = await buildFilm(app)
  const hidden = await buildFilm(app)
  for (const one of [quiet, loud]) await follow(app, viewer, one)
  await buildLog(app, { author: quiet, film, createdAt: new Date('2024-01-02') })
  await buildLog(app, { author: loud, film, createdAt: new Date('2024-01-01') })
  for (let hour = 0; hour < 3; hour++)
    await buildLog(app, { author: loud, film: hidden, createdAt: new Date(Date.UTC(2024, 0, 3, hour)) })
  await app.call(api.muteFilm, { as: viewer, params: { userId: viewer.id, movieId: hidden.id }, body: {} })
  const { data, headers } = await rawCall(app, {
    method: 'GET',
    path: `/api/logs/feed/${viewer.id}?limit=1`,
    as: viewer,
  })
  expect(data).toMatchObject([{ user: { _id: quiet.id } }])
  const path = `/api/logs/feed/${viewer.id}?limit=1&cursor=${headers.get('x-next-cursor')}`
  expect((await rawCall(app, { method: 'GET', path, as: viewer })).data).toMatchObject([
    { user: { _id: loud.id }, tmdbId: film.id },
  ])
})
