import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { updateAudience } from '#shared/api/audiences.ts'
import { getFilm } from '#shared/api/films.ts'
import { getList, updateList } from '#shared/api/lists.ts'
import { createLog, getFeed, getLog, listMemberLogs, toggleLogLike, updateLog } from '#shared/api/logs.ts'
import { getMember } from '#shared/api/members.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { createReply } from '#shared/api/replies.ts'
import { blockMember } from '#shared/api/safety.ts'
import { shareList, shareLog } from '#shared/api/sharing.ts'
import { addFavourite, listFavourites, listWatchlist, toggleWatchlist } from '#shared/api/shelves.ts'
import { getStatistics } from '#shared/api/statistics.ts'
import type { standIns } from '#shared/audience.ts'
import { audiences, type Audience } from '#shared/audience.ts'
import { countStatistics } from '#server/domains/statistics/statistics.service.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { answersTo, callsAmong } from '#test/crawl.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

// A member who wrote something of every kind for every audience, each with its own canary, and every call that reads, asked
// by members who stand to them in every way.

const parasite = 496243

/** What only its audience reads; none begins as another. */
const canaryOf = (audience: Audience) => `Merel${audience}Q`

let app: TestApp
let owner: TestMember
let stranger: TestMember
/** Follows the owner, who does not follow back. */
let follower: TestMember
/** The two follow each other. */
let mutual: TestMember
/** Followed the owner, and was followed; blocked since. */
let blocked: TestMember
const logs = new Map<Audience, string>()
const lists = new Map<Audience, string>()
const films = new Map<Audience, number>()

const idOf = (of: Map<Audience, string>, audience: Audience) => of.get(audience) ?? ''

beforeAll(async () => {
  app = await startTestApp()
  ;[owner, stranger, follower, mutual, blocked] = await Promise.all([
    buildMember(app),
    buildMember(app),
    buildMember(app),
    buildMember(app),
    buildMember(app),
  ])
  for (const one of [follower, mutual, blocked]) await follow(app, one, owner)
  for (const one of [mutual, blocked]) await follow(app, owner, one)
  const open = await buildFilm(app, { id: parasite, title: 'Parasite' })
  for (const audience of audiences) {
    const canary = canaryOf(audience)
    const list = await buildList(app, { author: owner, films: [open], title: `${canary} list`, audience })
    lists.set(audience, list.id)
    if (audience === 'link') continue
    const film = await buildFilm(app, { title: `A film for ${audience}` })
    films.set(audience, film.id)
    const log = await buildLog(app, {
      author: owner,
      film: open,
      review: `${canary} review`,
      rating: 4,
      tags: ['song', canary],
      watchedAt: '2024-05-01',
      audience,
    })
    logs.set(audience, log.id)
    await buildLog(app, { author: owner, film, tags: [canary], rating: 2, audience })
  }
  await app.call(blockMember, { as: owner, params: { userId: owner.id, targetId: blocked.id } })
})
afterAll(() => app.close())

/** Of each audience the calls that read its canary to a member. */
async function heardBy(viewer: TestMember): Promise<Partial<Record<Audience, string[]>>> {
  const values = {
    logId: [...logs.values()],
    listId: [...lists.values()].filter((id) => id !== lists.get('link')),
    movie: [parasite, ...films.values()].map(String),
    member: [owner.id, viewer.id],
  }
  const queries = ['Merel', ...audiences.map(canaryOf)].flatMap((text) => [
    `query=${text}&q=${text}`,
    `tag=${text}`,
  ])
  const answers = await answersTo(app, viewer, { values, queries })
  const heard: Partial<Record<Audience, string[]>> = {}
  for (const audience of audiences) {
    const canary = canaryOf(audience)
    // What was asked for may be repeated.
    const sings = (text: string) => text.replaceAll(`"tag":"${canary}"`, '').includes(canary)
    const calls = callsAmong(answers, sings)
    if (calls.length > 0) heard[audience] = calls
  }
  return heard
}

const namesOf = async (viewer: TestMember) => Object.keys(await heardBy(viewer))

describe('of what is for some, all reads tell', () => {
  test('its owner all of it', async () => {
    expect(await namesOf(owner)).toEqual([...audiences])
  })

  test('a stranger what is for all members, and nothing else', async () => {
    expect(await namesOf(stranger)).toEqual(['public', 'members'])
  })

  test('a follower also what is for followers, everywhere that they read of members', async () => {
    const heard = await heardBy(follower)
    expect(Object.keys(heard)).toEqual(['public', 'members', 'followers'])
    // Popular lists are of what all members see.
    expect(heard.followers).toEqual(heard.members?.filter((name) => name !== 'listPopularLists'))
  })

  test('whoever is followed back also what is for them', async () => {
    const heard = await heardBy(mutual)
    expect(Object.keys(heard)).toEqual(['public', 'members', 'followers', 'mutuals'])
    expect(heard.mutuals).toEqual(heard.followers)
  })

  test('who is blocked nothing', async () => {
    expect(await namesOf(blocked)).toEqual([])
  })

  test('what is private answers as what is missing', async () => {
    for (const audience of ['followers', 'mutuals', 'me'] as const) {
      const [log, list] = await Promise.all([
        app.call(getLog, { as: stranger, params: { logId: idOf(logs, audience) } }),
        app.call(getList, { as: stranger, params: { listId: idOf(lists, audience) }, query: {} }),
      ])
      expect([log.error.code, list.error.code]).toEqual(['log.not_found', 'list.not_found'])
      const like = await app.call(toggleLogLike, { as: stranger, params: { logId: idOf(logs, audience) } })
      const reply = await app.call(createReply, {
        as: stranger,
        params: { logId: idOf(logs, audience) },
        body: { text: 'Hello' },
      })
      const edit = await app.call(updateList, {
        as: stranger,
        params: { listId: idOf(lists, audience) },
        query: {},
        body: { title: 'Mine' },
      })
      expect([like.error.code, reply.error.code, edit.error.code]).toEqual([
        'log.not_found',
        'log.not_found',
        'list.not_found',
      ])
    }
  })

  test('a list for whoever has its address opens by it, for all but who is blocked', async () => {
    const open = (as: TestMember) =>
      app.call(getList, { as, params: { listId: idOf(lists, 'link') }, query: {} })
    for (const as of [owner, stranger, follower])
      expect((await open(as)).data).toMatchObject({ audience: 'link', isPrivate: true })
    expect((await open(blocked)).error.code).toBe('list.not_found')
    const change = (audience: Audience) =>
      app.call(updateList, {
        as: owner,
        params: { listId: idOf(lists, 'link') },
        query: {},
        body: { audience },
      })
    await change('followers')
    expect([(await open(stranger)).status, (await open(follower)).status]).toEqual([404, 200])
    await change('link')
  })

  test('a member as a guest, a member and a follower is shown what these are', async () => {
    const canaries = async (as: (typeof standIns)[number]) => {
      const params = { userId: owner.id }
      const { data } = await app.call(listMemberLogs, { as: owner, params, query: { as } })
      return audiences.filter((audience) => data.some((log) => log.review.includes(canaryOf(audience))))
    }
    expect(await canaries('guest')).toEqual(['public'])
    expect(await canaries('member')).toEqual(['public', 'members'])
    expect(await canaries('follower')).toEqual(['public', 'members', 'followers'])
    const { data } = await app.call(getMember, {
      as: owner,
      params: { userId: owner.id },
      query: { as: 'member' },
    })
    expect(data).not.toHaveProperty('email')
    // Of others it would show what is not the member's to see.
    const other = { as: stranger, params: { userId: owner.id }, query: { as: 'follower' as const } }
    for (const call of [getMember, listMemberLogs])
      expect((await app.call(call, other)).error.code).toBe('request.not_yours')
  })
})

describe('counts are what the viewer may see', () => {
  const filmsCount = async (as: TestMember) =>
    (await app.call(getMember, { as, params: { userId: owner.id }, query: {} })).data.filmsCount

  test('of films on a profile', async () => {
    // One of each audience that is told, and the film that all write of.
    expect([
      await filmsCount(stranger),
      await filmsCount(follower),
      await filmsCount(mutual),
      await filmsCount(owner),
    ]).toEqual([3, 4, 5, 6])
  })

  test('of a film: all members are told of what is for all of them', async () => {
    const stats = async (as: TestMember) =>
      (await app.call(getFilm, { as, params: { id: films.get('followers') ?? 0 }, query: {} })).data
    expect((await stats(stranger)).stats).toMatchObject({ logs: 0, ratings: 0 })
    expect((await stats(follower)).friends).toMatchObject([{ _id: owner.id, rating: 2 }])
    expect((await stats(stranger)).friends).toEqual([])
  })

  test('of statistics: the member has those of all, others those of what all members see', async () => {
    const figures = async (as: TestMember) => {
      for (const audience of ['me', 'members'] as const)
        await countStatistics(app.ctx, { memberId: owner.id, audience }, 0)
      return (await app.call(getStatistics, { as, params: { userId: owner.id }, query: {} })).data.figures
    }
    expect((await figures(owner))?.films).toBe(6)
    expect((await figures(mutual))?.films).toBe(3)
  })

  test('counters say what the rows do', async () => {
    expect(await wrongCounters(app)).toEqual([])
  })
})

describe('parts of a member', () => {
  const choose = (kind: 'profile' | 'statistics' | 'favourites', audience: Audience) =>
    app.call(updateAudience, { as: owner, params: { userId: owner.id }, body: { kind, audience } })

  test('the profile, statistics and favourites are for whom they are chosen for', async () => {
    await app.db
      .updateTable('members')
      .set({ bio: 'I sing.', favorite_film_ids: [parasite] })
      .where('id', '=', owner.id)
      .execute()
    const of = { params: { userId: owner.id }, query: {} }
    const seenBy = async (as: TestMember) => {
      const { data } = await app.call(getMember, { as, ...of })
      const stats = await app.call(getStatistics, { as, ...of })
      return [data.bio, data.favoriteFilms.length, stats.data.figures !== null]
    }
    expect(await seenBy(stranger)).toEqual(['I sing.', 1, true])
    await Promise.all([
      choose('profile', 'followers'),
      choose('statistics', 'mutuals'),
      choose('favourites', 'me'),
    ])
    expect(await seenBy(stranger)).toEqual(['', 0, false])
    expect(await seenBy(follower)).toEqual(['I sing.', 0, false])
    expect(await seenBy(mutual)).toEqual(['I sing.', 0, true])
    expect(await seenBy(owner)).toEqual(['I sing.', 1, true])
    for (const kind of ['profile', 'statistics', 'favourites'] as const) await choose(kind, 'members')
  })

  test('link is for lists alone', async () => {
    expect((await choose('profile', 'link')).status).toBe(400)
  })
})

describe('what is new', () => {
  let writer: TestMember
  beforeAll(async () => {
    writer = await buildMember(app)
    for (const one of [follower, mutual]) await follow(app, one, writer)
    await follow(app, writer, mutual)
  })
  const choose = (
    kind: 'logs' | 'reviews' | 'watchlist' | 'favourites',
    audience: Audience,
    existing = false,
  ) =>
    app.call(updateAudience, {
      as: writer,
      params: { userId: writer.id },
      body: { kind, audience, existing },
    })
  const inFeed = async (as: TestMember, logId: string) =>
    (await app.call(getFeed, { as, params: { userId: as.id }, query: {} })).data.some(
      ({ _id }) => _id === logId,
    )

  test('is as its kind is chosen, or as it says itself', async () => {
    await choose('logs', 'followers')
    await choose('reviews', 'me')
    const create = async (body: object) =>
      (await app.call(createLog, { as: writer, body: { movieId: parasite, ...body } })).data.audience
    expect(await create({ rating: 4 })).toBe('followers')
    expect(await create({ review: 'Stairs.' })).toBe('me')
    expect(await create({ review: 'Stairs.', audience: 'members' })).toBeUndefined()
    await choose('logs', 'members')
    await choose('reviews', 'members')
  })

  test('what there is changes with it on request, and what is counted of it', async () => {
    const film = await buildFilm(app)
    const { data: log } = await app.call(createLog, { as: writer, body: { movieId: film.id, rating: 4 } })
    const stats = async () =>
      (await app.call(getFilm, { as: stranger, params: { id: film.id }, query: {} })).data.stats
    expect(await stats()).toMatchObject({ logs: 1, ratings: 1 })
    const { data } = await choose('logs', 'followers')
    expect(data.items.logs).toBeGreaterThan(0)
    expect((await app.call(getLog, { as: stranger, params: { logId: log._id } })).status).toBe(200)
    await choose('logs', 'followers', true)
    expect((await app.call(getLog, { as: stranger, params: { logId: log._id } })).status).toBe(404)
    expect(await stats()).toMatchObject({ logs: 0, ratings: 0 })
    expect(await wrongCounters(app)).toEqual([])
    await choose('logs', 'members', true)
    expect(await stats()).toMatchObject({ logs: 1, ratings: 1 })
    expect(await wrongCounters(app)).toEqual([])
  })

  test('shelves are as chosen', async () => {
    const film = await buildFilm(app)
    await choose('watchlist', 'followers')
    await choose('favourites', 'mutuals')
    await app.call(toggleWatchlist, { as: writer, body: { movieId: film.id } })
    await app.call(addFavourite, { as: writer, params: { userId: writer.id, movieId: film.id } })
    const of = { params: { userId: writer.id }, query: {} }
    const counts = async (as: TestMember) => [
      (await app.call(listWatchlist, { as, ...of })).data.length,
      (await app.call(listFavourites, { as, ...of })).data.length,
    ]
    expect([await counts(stranger), await counts(follower), await counts(mutual)]).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ])
  })

  test('is in the feeds of its audience, which hear of it at once', async () => {
    const heard: string[] = []
    for (const member of [follower, mutual]) {
      const socket = io(app.url, { auth: { token: member.token }, transports: ['websocket'] })
      onTestFinished(() => void socket.close())
      socket.on('feed', ({ logId }: { logId: string }) => heard.push(`${member.id} ${logId}`))
      await new Promise<void>((resolve) => socket.on('connect', resolve))
      await socket.emitWithAck('join', member.id)
    }
    const create = async (audience: 'followers' | 'mutuals' | 'me') =>
      (await app.call(createLog, { as: writer, body: { movieId: parasite, audience } })).data._id
    const ids = {
      followers: await create('followers'),
      mutuals: await create('mutuals'),
      me: await create('me'),
    }
    await app.ctx.settled()
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(3)
    expect(new Set(heard)).toEqual(
      new Set([
        `${follower.id} ${ids.followers}`,
        `${mutual.id} ${ids.followers}`,
        `${mutual.id} ${ids.mutuals}`,
      ]),
    )
    expect([await inFeed(follower, ids.followers), await inFeed(follower, ids.mutuals)]).toEqual([
      true,
      false,
    ])
    expect([await inFeed(mutual, ids.mutuals), await inFeed(mutual, ids.me)]).toEqual([true, false])
  })

  test('a first page of the feed is whole, whoever wrote last for whom', async () => {
    const reader = await buildMember(app)
    const film = await buildFilm(app)
    const writers = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))
    for (const one of writers) await follow(app, reader, one)
    for (const [index, one] of writers.entries()) {
      await app.call(createLog, { as: one, body: { movieId: film.id, rating: 3 } })
      // All but the first wrote later what is not for the reader.
      if (index > 0)
        await app.call(createLog, {
          as: one,
          body: { movieId: film.id, audience: index % 2 === 0 ? 'me' : 'mutuals' },
        })
    }
    const feed = async (limit: number) =>
      (await app.call(getFeed, { as: reader, params: { userId: reader.id }, query: { limit } })).data
    expect((await feed(3)).map(({ user }) => user._id)).toEqual(
      writers
        .toReversed()
        .slice(0, 3)
        .map(({ id }) => id),
    )
    expect(await feed(18)).toHaveLength(6)
  })
})

describe('narrowed while something is on its way', () => {
  test('a like, a comment and a share find nothing', async () => {
    const logId = idOf(logs, 'members')
    const narrow = (audience: Audience) =>
      app.call(updateLog, {
        as: owner,
        params: { logId },
        body: { audience: audience === 'link' ? 'me' : audience },
      })
    const [liked, commented, , shared] = await Promise.all([
      app.call(toggleLogLike, { as: stranger, params: { logId } }),
      app.call(createReply, { as: stranger, params: { logId }, body: { text: 'Hello' } }),
      narrow('me'),
      app.call(shareLog, { as: mutual, params: { logId }, body: { recipients: [owner.id] } }),
    ])
    for (const { status } of [liked, commented, shared]) expect([200, 404]).toContain(status)
    expect((await app.call(toggleLogLike, { as: stranger, params: { logId } })).error.code).toBe(
      'log.not_found',
    )
    await narrow('members')
    expect(await wrongCounters(app)).toEqual([])
  })

  test('what was shared loses its title and picture, and has them again when it is widened', async () => {
    const listId = idOf(lists, 'mutuals')
    const sent = { as: owner, params: { listId }, body: { recipients: [mutual.id] } }
    expect((await app.call(shareList, sent)).data).toEqual({ sent: 1 })
    const told = async () =>
      (await app.call(listNotifications, { as: mutual, query: {} })).data.find((one) => one.listId === listId)
        ?.title
    expect(await told()).toBe(`${canaryOf('mutuals')} list`)
    const narrow = (audience: Audience) =>
      app.call(updateList, { as: owner, params: { listId }, query: {}, body: { audience } })
    await narrow('me')
    expect(await told()).toBeNull()
    await narrow('mutuals')
    expect(await told()).toBe(`${canaryOf('mutuals')} list`)
  })
})
