import { unzipSync } from 'fflate'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { createLog, toggleLogLike } from '#shared/api/logs.ts'
import { batchPosters, getPoster } from '#shared/api/posters.ts'
import { createListReply, createReply, toggleListReplyLike, toggleReplyLike } from '#shared/api/replies.ts'
import {
  blockMember,
  muteFilm,
  muteMember,
  muteWord,
  unblockMember,
  unmuteFilm,
  unmuteMember,
  unmuteWord,
} from '#shared/api/safety.ts'
import { shareFilm, shareLog } from '#shared/api/sharing.ts'
import { toggleListLike, toggleListSave } from '#shared/api/lists.ts'
import { toggleFollow } from '#shared/api/members.ts'
import { buildReply, likeReply } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { addressesOf, callsThat, reads } from '#test/crawl.ts'
import { rawCall } from '#test/raw-call.ts'

// A member who sings by everything they are and do, and every call that reads, asked by members who stand to them in every
// way. What a call may show of them at most is said by hand; before the block the same crawl hears them everywhere.

const canary = 'Nachtegaal'
const parasite = 496243
/** Another film, of which they alone wrote. */
const hushed = 244786

let app: TestApp
let singer: TestMember
/** Follows the singer and is followed back; blocks them. */
let blocker: TestMember
/** Follows the singer and is followed back; is blocked by them. */
let blocked: TestMember
/** Follows the singer and is followed back; mutes them. */
let muter: TestMember
let stranger: TestMember
/** Neither; the singer wrote below their log. */
let host: TestMember
let logId: string
let hostLogId: string
let listId: string
let replyId: string
let hostReplyId: string
let theirListId: string
let listReplyId: string

beforeAll(async () => {
  app = await startTestApp()
  const open = await buildFilm(app, { id: parasite, title: 'Parasite' })
  const other = await buildFilm(app, { id: hushed, title: 'Hush' })
  singer = await buildMember(app, { username: canary, name: `${canary} the singer` })
  await app.db
    .updateTable('members')
    .set({ bio: `I am ${canary}`, avatar: `/media/avatars/${canary}.webp`, favorite_film_ids: [parasite] })
    .where('id', '=', singer.id)
    .execute()
  ;[blocker, blocked, muter, stranger, host] = await Promise.all([
    buildMember(app),
    buildMember(app),
    buildMember(app),
    buildMember(app),
    buildMember(app),
  ])
  for (const friend of [blocker, blocked, muter]) {
    await follow(app, friend, singer)
    await follow(app, singer, friend)
    await follow(app, friend, host)
    await follow(app, host, friend)
  }
  await follow(app, singer, host)
  hostLogId = (await buildLog(app, { author: host, film: open, review: 'Rain.', likeCount: 0 })).id
  logId = (
    await buildLog(app, { author: singer, film: open, review: `${canary} was here`, tags: [canary, 'song'] })
  ).id
  await buildLog(app, { author: singer, film: other, review: `${canary} again`, rating: 5 })
  await buildLog(app, { author: singer, film: open, rating: 4.5, watchedAt: '2024-05-01' })
  for (const viewer of [blocker, blocked, muter, stranger])
    await buildLog(app, { author: viewer, film: open, rating: 3 })
  listId = (await buildList(app, { author: singer, films: [open], title: `${canary} list` })).id
  const theirs = await buildList(app, { author: host, films: [open], likedBy: [singer], savedBy: [singer] })
  replyId = await buildReply(app, singer, hostLogId)
  hostReplyId = await buildReply(app, host, hostLogId, { parent: replyId })
  listReplyId = await buildReply(app, singer, { list: theirs.id })
  theirListId = theirs.id
  await app.db.updateTable('replies').set({ text: canary }).where('member_id', '=', singer.id).execute()
  await likeReply(app, singer, hostReplyId)
  await likeReply(app, blocked, replyId)
  await app.call(toggleLogLike, { as: singer, params: { logId: hostLogId } })
  for (const viewer of [blocker, blocked, muter]) {
    await app.call(toggleListLike, { as: viewer, params: { listId } })
    await app.call(toggleListSave, { as: viewer, params: { listId } })
    await app.call(shareLog, { as: singer, params: { logId }, body: { recipients: [viewer.id] } })
    await app.call(shareFilm, { as: singer, params: { userId: viewer.id }, body: { movieId: parasite } })
  }
  paths = { logId: [logId, hostLogId], listId: [listId, theirs.id] }
})
afterAll(() => app.close())

let paths: Record<string, string[]> = {}

const queries = [
  `query=${canary}&q=${canary}&role=actor`,
  `query=${canary.toLowerCase()}&q=${canary.toLowerCase()}`,
  'query=nachtegal&q=nachtegal&role=actor',
  'userId=:singer',
]

/** The calls that sing to a member: with anything of the singer, their id among others' likes too. */
function heardBy(viewer: TestMember, byName = false): Promise<string[]> {
  const values = {
    ...paths,
    movie: [String(parasite), String(hushed)],
    member: [singer.id, host.id, viewer.id],
  }
  const more = queries.map((one) => one.replace(':singer', singer.id))
  return callsThat(
    app,
    viewer,
    { values, queries: more },
    (text) => text.includes(canary) || (!byName && text.includes(singer.id)),
  )
}

const on = (target: TestMember, as: TestMember) => ({ as, params: { userId: as.id, targetId: target.id } })

let before: string[]

test('before, friends hear the singer wherever members are', async () => {
  before = await heardBy(blocker)
  expect(await heardBy(blocked)).toEqual(before)
  expect(await heardBy(muter)).toEqual(before)
  expect(before).toEqual([
    'getFeed',
    'getFilm',
    'getHome',
    'getList',
    'getLog',
    'getMember',
    'getMemberTag',
    'getProgress',
    'getSearchHints',
    'listDayLogs',
    'listFilmLists',
    'listFollowers',
    'listFollowing',
    'listFriendsLists',
    'listFriendsLogs',
    'listFriendsReviews',
    'listListReplies',
    'listMemberFilmLogs',
    'listMemberLists',
    'listMemberLogs',
    'listMemberTags',
    'listMembers',
    'listMonthLogs',
    'listMutuals',
    'listNotificationGroups',
    'listNotifications',
    'listPopularLists',
    'listPopularReviews',
    'listReplies',
    'listSavedLists',
    'listWeekLogs',
    'previewDigest',
    'searchLists',
  ])
  const toStrangers = await heardBy(stranger)
  expect(toStrangers).toEqual(expect.arrayContaining(['listNewReviews', 'listSuggestions']))
})

describe('after a block', () => {
  beforeAll(async () => {
    await app.call(blockMember, on(singer, blocker))
    await app.call(blockMember, on(blocked, singer))
  })

  test('who blocked hears nothing, but in the list of whom they blocked', async () => {
    expect(await heardBy(blocker)).toEqual(['getSafety'])
  })

  test('who was blocked hears nothing', async () => {
    expect(await heardBy(blocked)).toEqual([])
  })

  const aboutMembers = reads.filter(
    ({ endpoint }) => endpoint.own === 'none' && endpoint.path.includes(':userId'),
  )

  test.each(aboutMembers)('$name answers both as if the other were nobody', async ({ endpoint }) => {
    const query = 'today=2025-05-01&tag=song&role=actor'
    const values = { ...paths, movie: [String(parasite)], member: [singer.id] }
    const at = addressesOf(endpoint, { values, queries: [] }).find((one) => one.includes(singer.id))
    for (const as of [blocker, blocked]) {
      const { status, data } = await rawCall(app, {
        method: 'GET',
        path: `${at?.split('?')[0]}?${query}`,
        as,
      })
      expect([status, data]).toMatchObject([404, { code: 'member.not_found' }])
    }
  })

  test('what the other downloads names them nowhere', async () => {
    const headers = { authorization: `Bearer ${blocked.token}` }
    const zip = await (await fetch(`${app.url}/api/export`, { headers })).arrayBuffer()
    const texts = Object.values(unzipSync(new Uint8Array(zip))).map((file) => Buffer.from(file).toString())
    expect(texts.filter((text) => text.includes(canary))).toEqual([])
  })

  test('posters are no way around', async () => {
    for (const as of [blocker, blocked]) {
      const one = await app.call(getPoster, {
        as,
        params: { movieId: parasite },
        query: { userId: singer.id },
      })
      const many = await app.call(batchPosters, { as, body: { userId: singer.id, movieIds: [parasite] } })
      expect([one.error.code, many.error.code]).toEqual(['member.not_found', 'member.not_found'])
    }
  })

  test('everybody else hears what they heard', async () => {
    expect(await heardBy(muter)).toEqual(before)
  })

  test.each([
    ['who blocked', () => blocker],
    ['who was blocked', () => blocked],
  ])('%s cannot do anything to what is the other’s', async (_who, who) => {
    const as = who()
    const codes = [
      await app.call(toggleLogLike, { as, params: { logId } }),
      await app.call(createReply, { as, params: { logId }, body: { text: 'Hello' } }),
      await app.call(createReply, {
        as,
        params: { logId: hostLogId },
        body: { text: 'Hello', parentComment: replyId },
      }),
      await app.call(toggleReplyLike, { as, params: { logId: hostLogId, replyId } }),
      await app.call(createListReply, { as, params: { listId }, body: { text: 'Hello' } }),
      await app.call(toggleListReplyLike, {
        as,
        params: { listId: theirListId, replyId: listReplyId },
      }),
      await app.call(toggleListLike, { as, params: { listId } }),
      await app.call(toggleListSave, { as, params: { listId } }),
      await app.call(shareLog, { as, params: { logId }, body: { recipients: [host.id] } }),
      await app.call(toggleFollow, on(singer, as)),
      await app.call(shareFilm, { as, params: { userId: singer.id }, body: { movieId: parasite } }),
    ].map(({ error }) => error.code)
    expect(codes).toEqual([
      'log.not_found',
      'log.not_found',
      'reply.not_found',
      'reply.not_found',
      'list.not_found',
      'reply.not_found',
      'list.not_found',
      'list.not_found',
      'log.not_found',
      'member.not_found',
      'share.nobody',
    ])
  })

  test('a comment keeps its place only for answers of others', async () => {
    const thread = async (as: TestMember) =>
      (await rawCall(app, { method: 'GET', path: `/api/logs/${hostLogId}/replies`, as })).data as {
        _id: string
        deleted: boolean
        text: string
      }[]
    expect(await thread(blocker)).toMatchObject([
      { _id: replyId, deleted: true, text: '', userId: null },
      { _id: hostReplyId, deleted: false, parentUsername: '' },
    ])
    const alone = await buildReply(app, singer, hostLogId)
    expect((await thread(blocker)).map((reply) => reply._id)).not.toContain(alone)
    expect((await thread(stranger)).map((reply) => reply._id)).toContain(alone)
  })

  test('counts stay', async () => {
    const { data } = await rawCall(app, { method: 'GET', path: `/api/logs/${hostLogId}`, as: blocker })
    expect(data).toMatchObject({ likeCount: 1, likes: [] })
  })

  test('open clients hear nothing of each other', async () => {
    const heard: unknown[] = []
    for (const member of [blocker, blocked, host]) {
      const socket = io(app.url, { auth: { token: member.token }, transports: ['websocket'] })
      onTestFinished(() => void socket.close())
      socket.onAny((event: string, ...about: unknown[]) => heard.push([member.id, event, about]))
      await new Promise<void>((resolve) => socket.on('connect', resolve))
      await socket.emitWithAck('join', member.id)
    }
    // Below the host's log, where both may write: the answer is told to the host, not to the other.
    await follow(app, host, singer)
    await app.call(createLog, { as: singer, body: { movieId: parasite, review: 'Once more' } })
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(1)
    await app.ctx.settled()
    expect(heard).toMatchObject([[host.id, 'feed', [{ authorId: singer.id }]]])
  })

  test('a suggestion of what a member may not see does not come', async () => {
    const sent = { as: host, params: { logId }, body: { recipients: [blocker.id] } }
    expect((await app.call(shareLog, sent)).status).toBe(200)
    expect(await heardBy(blocker)).toEqual(['getSafety'])
    const { data } = await rawCall(app, { method: 'GET', path: '/api/notifications', as: blocker })
    expect(data).toEqual([])
  })

  test('taken back, they may meet again', async () => {
    await app.call(unblockMember, on(singer, blocker))
    expect(await heardBy(blocker)).toEqual(expect.arrayContaining(['getLog', 'getMember', 'getList']))
  })
})

describe('after a mute', () => {
  const shownUnasked = new Set([
    'getFeed',
    'getFilm',
    'getHome',
    'listDayLogs',
    'listFilmLists',
    'listFriendsLists',
    'listFriendsLogs',
    'listFriendsReviews',
    'listListReplies',
    'listMonthLogs',
    'listNewReviews',
    'listPopularLists',
    'listPopularReviews',
    'listReplies',
    'listSuggestions',
    'listWeekLogs',
    'previewDigest',
  ])

  test('the singer comes up nowhere by themself, and everywhere where one goes', async () => {
    await app.call(muteMember, { ...on(singer, muter), body: { notifications: true } })
    const named = await heardBy(muter, true)
    expect(named.filter((name) => shownUnasked.has(name))).toEqual([])
    const met = before.filter((name) => !shownUnasked.has(name) && !name.startsWith('listNotification'))
    expect(named).toEqual([...met, 'getSafety'].toSorted())
    await app.call(unmuteMember, on(singer, muter))
    expect(await heardBy(muter)).toEqual(before)
  })

  const feedOf = async (as: TestMember) => {
    const { data } = await rawCall(app, { method: 'GET', path: `/api/logs/feed/${as.id}`, as })
    return (data as { tmdbId: number; review: string }[]).map((log) => [log.tmdbId, log.review])
  }

  test('a film that is hidden until it is seen leaves the feed, and comes back with a log', async () => {
    const params = { userId: muter.id, movieId: hushed }
    const whole = await feedOf(muter)
    expect(whole.map(([film]) => film)).toContain(hushed)
    await app.call(muteFilm, { as: muter, params, body: {} })
    expect((await feedOf(muter)).map(([film]) => film)).not.toContain(hushed)
    expect(await feedOf(muter)).toHaveLength(whole.length - 1)
    const { data: own } = await app.call(createLog, { as: muter, body: { movieId: hushed } })
    expect((await feedOf(muter)).map(([film]) => film)).toContain(hushed)
    await app.call(muteFilm, { as: muter, params, body: { untilSeen: false } })
    expect((await feedOf(muter)).map(([film]) => film)).not.toContain(hushed)
    await app.call(unmuteFilm, { as: muter, params })
    expect(await feedOf(muter)).toEqual(whole)
    expect(own.tmdbId).toBe(hushed)
  })

  test('what has a hidden word leaves feeds, reviews and comments, but never one’s own', async () => {
    const params = { userId: muter.id }
    const film = await buildFilm(app, { title: 'Words' })
    await buildLog(app, { author: host, film, review: 'Snowfall.' })
    await buildLog(app, { author: host, film, review: 'Snow, much SNOW.' })
    await buildLog(app, { author: muter, film, review: 'My snow.' })
    const comment = await buildReply(app, host, logId)
    await app.db.updateTable('replies').set({ text: 'a snow man' }).where('id', '=', comment).execute()
    const reviews = async (of = 'popular?all=true') => {
      const path = `/api/logs/movie/${film.id}/${of}`
      const { data } = await rawCall(app, { method: 'GET', path, as: muter })
      return (data as { review: string }[]).map((log) => log.review).toSorted()
    }
    expect(await reviews()).toEqual(['My snow.', 'Snow, much SNOW.', 'Snowfall.'])
    expect(await reviews('friends')).toEqual(['Snow, much SNOW.'])
    await app.call(muteWord, { as: muter, params, body: { word: 'snow' } })
    expect(await reviews()).toEqual(['My snow.', 'Snowfall.'])
    expect(await reviews('friends')).toEqual(['Snowfall.'])
    expect((await feedOf(muter)).map(([, review]) => review)).not.toContain('Snow, much SNOW.')
    const thread = await rawCall(app, { method: 'GET', path: `/api/logs/${logId}/replies`, as: muter })
    expect((thread.data as { _id: string }[]).map(({ _id }) => _id)).not.toContain(comment)
    await app.call(unmuteWord, { as: muter, params, query: { word: 'snow' } })
    expect(await reviews()).toHaveLength(3)
  })
})

test('an id that nobody has hears as little as a block', async () => {
  await app.call(blockMember, on(singer, stranger))
  expect(await heardBy(stranger)).toEqual(['getSafety'])
  const answers = async (id: string) => {
    const { status, data } = await rawCall(app, { method: 'GET', path: `/api/users/${id}`, as: stranger })
    return [status, { ...(data as object), requestId: '' }]
  }
  expect(await answers(singer.id)).toEqual(await answers(uuidv7()))
})
