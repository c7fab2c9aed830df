import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { getFilm } from '#shared/api/films.ts'
import * as lists from '#shared/api/lists.ts'
import * as logs from '#shared/api/logs.ts'
import { getMember } from '#shared/api/members.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { batchPosters, choosePoster, getPoster, listMemberPosters } from '#shared/api/posters.ts'
import { listFavourites, listWatchlist } from '#shared/api/shelves.ts'
import type { Audience } from '#shared/audience.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type Sent, type TestApp } from '#test/harness.ts'

// The poster that a member chose is shown wherever that member's logs and lists show the film, and nowhere else.

const parasite = { id: 496243 }
const own = '/t/p/w500/poster496243-3-c3.jpg'
const usual = '/t/p/w500/poster496243-0-e4.jpg'

let app: TestApp
/** Has a poster of their own. */
let owner: TestMember
/** Follows the owner, logged the same film, and has none. */
let fan: TestMember
let ownerLog: { id: string }
let fanLog: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  fan = await buildMember(app)
  await follow(app, fan, owner)
  await follow(app, owner, fan)
  await buildFilm(app, parasite)
  const extra = await buildFilm(app)
  ownerLog = await buildLog(app, { author: owner, film: parasite, review: 'Stairs.', likeCount: 2 })
  await buildLog(app, { author: owner, film: extra, review: 'Another one.' })
  fanLog = await buildLog(app, { author: fan, film: parasite, review: 'Rain.', likeCount: 1 })
  for (const author of [owner, fan]) {
    await buildList(app, { author, title: 'Houses', films: [parasite], savedBy: [owner, fan] })
    const row = { member_id: author.id, film_id: parasite.id }
    await app.db.insertInto('watchlist_items').values(row).execute()
    await app.db.insertInto('favourites').values(row).execute()
    await app.db
      .updateTable('members')
      .set({ favorite_film_ids: [parasite.id] })
      .where('id', '=', author.id)
      .execute()
  }
  await app.db
    .insertInto('notifications')
    .values({ id: uuidv7(), member_id: owner.id, from_id: fan.id, type: 'review_like', log_id: ownerLog.id })
    .execute()
  await app.call(choosePoster, {
    as: owner,
    params: { movieId: parasite.id },
    // As addresses of drawn posters were before they said what is drawn.
    body: { posterUrl: '/poster496243-3.jpg' },
  })
})
afterAll(() => app.close())

async function read<E extends AnyEndpoint>(endpoint: E, sent: Sent<E>) {
  const { status, data } = await app.call(endpoint, sent)
  expect(status).toBe(200)
  return data
}

/** `poster` stays the film's own. */
const shown = (things: { poster: string | null; posterOverride?: string | null | undefined }[]) => {
  expect(things.every(({ poster }) => poster === usual)).toBe(true)
  return things.map(({ posterOverride }) => posterOverride)
}
const of = (film: { tmdbId: number }) => film.tmdbId === parasite.id

const tiles = {
  feed: logs.getFeed,
  day: logs.listDayLogs,
  week: logs.listWeekLogs,
  month: logs.listMonthLogs,
}
test.each(Object.entries(tiles))('%s: as the log’s author chose', async (_, endpoint) => {
  const tilesOf = async (as: TestMember) => {
    const sent = { as, params: { userId: as.id }, query: {} } as Sent<typeof endpoint>
    return shown((await read(endpoint, sent)).filter(of))
  }
  expect(await tilesOf(fan)).toEqual([own])
  expect(await tilesOf(owner)).toEqual([null])
})

test('logs of a member, of one film too', async () => {
  for (const as of [owner, fan])
    for (const [member, expected] of [
      [owner, own],
      [fan, null],
    ] as const) {
      const params = { userId: member.id }
      expect(shown((await read(logs.listMemberLogs, { as, params, query: {} })).filter(of))).toEqual([
        expected,
      ])
      const both = { ...params, movieId: parasite.id }
      expect(shown(await read(logs.listMemberFilmLogs, { as, params: both }))).toEqual([expected])
    }
})

test('a review, its film, and more reviews by its author', async () => {
  const review = await read(logs.getLog, { as: fan, params: { logId: ownerLog.id } })
  expect(shown([review, review.movie])).toEqual([own, own])
  expect(review.customPoster).toBe(own)
  const others = await read(logs.listMemberLogs, { as: fan, params: { userId: owner.id } })
  const other = others.find((log) => !of(log))
  const { moreReviews } = await read(logs.getLog, { as: fan, params: { logId: other?._id ?? '' } })
  expect(shown(moreReviews)).toEqual([own])
  const theirs = await read(logs.getLog, { as: owner, params: { logId: fanLog.id } })
  expect([theirs.posterOverride, theirs.customPoster, theirs.movie.posterOverride]).toEqual([
    null,
    null,
    null,
  ])
})

test('popular reviews and friends’ logs of a film', async () => {
  const params = { movieId: parasite.id }
  expect(shown(await read(logs.listPopularReviews, { as: fan, params, query: {} }))).toEqual([own, null])
  expect(shown(await read(logs.listFriendsLogs, { as: fan, params, query: {} }))).toEqual([own])
})

test('the film page: the viewer’s own for the film, the author’s for each review', async () => {
  const page = async (as: TestMember) => read(getFilm, { as, params: { id: parasite.id } })
  const [mine, theirs] = [await page(owner), await page(fan)]
  expect(shown([mine, theirs])).toEqual([own, null])
  expect(shown(theirs.popularReviews)).toEqual([own, null])
})

test('the profile: favourites, hearts, films and watchlist', async () => {
  for (const as of [owner, fan])
    for (const [member, expected] of [
      [owner, own],
      [fan, null],
    ] as const) {
      const sent = { as, params: { userId: member.id } }
      expect(shown((await read(getMember, sent)).favoriteFilms)).toEqual([expected])
      expect(shown(await read(listFavourites, sent))).toEqual([expected])
      expect(shown((await read(logs.listMemberFilms, { ...sent, query: {} })).filter(of))).toEqual([expected])
      expect(shown(await read(listWatchlist, { ...sent, query: {} }))).toEqual([expected])
    }
})

const cards = {
  saved: lists.listSavedLists,
  popular: lists.listPopularLists,
  search: lists.searchLists,
}
test.each(Object.entries(cards))('cards of lists, %s: as the list’s owner chose', async (_, endpoint) => {
  for (const as of [owner, fan]) {
    const found = await read(endpoint, { as, query: { query: 'houses' } })
    const posters = new Map(found.map((card) => [card.user._id, card.posters]))
    expect([posters.get(owner.id), posters.get(fan.id)]).toEqual([[own], [usual]])
  }
})

test('a notification shows the film as it is for everybody', async () => {
  const [told] = await read(listNotifications, { as: owner, query: {} })
  expect(told?.poster).toBe(usual)
})

test('taken back, it is shown nowhere', async () => {
  await app.call(choosePoster, {
    as: owner,
    params: { movieId: parasite.id },
    body: { posterUrl: usual },
  })
  const { favoriteFilms } = await read(getMember, { as: fan, params: { userId: owner.id } })
  expect(shown(favoriteFilms)).toEqual([null])
  expect(shown((await read(logs.getFeed, { as: fan, params: { userId: fan.id } })).filter(of))).toEqual([
    null,
  ])
})

test('the poster of a film that others may not know of is its member’s alone', async () => {
  const member = await buildMember(app)
  const params = { movieId: parasite.id }
  await app.call(choosePoster, { as: member, params, body: { posterUrl: '/poster496243-3.jpg' } })
  const seenBy = async (as: TestMember) => {
    const userId = member.id
    const answers = [
      (await app.call(getPoster, { as, params, query: { userId } })).data.posterOverride,
      (await app.call(batchPosters, { as, body: { userId, movieIds: [parasite.id] } })).data[parasite.id],
      (await app.call(listMemberPosters, { as, params: { userId } })).data[0]?.url,
    ]
    return answers.map((url) => url === own)
  }
  const expectSeen = async (byOthers: boolean) => {
    expect(await seenBy(fan)).toEqual([byOthers, byOthers, byOthers])
    expect(await seenBy(member)).toEqual([true, true, true])
  }
  const open = (audience: Audience) =>
    app.db.updateTable('members').set({ profile_audience: audience }).where('id', '=', member.id).execute()
  await expectSeen(true)
  await open('me')
  await expectSeen(false)
  await open('members')
  const log = await buildLog(app, { author: member, film: parasite, audience: 'me' })
  await expectSeen(false)
  await buildLog(app, { author: member, film: parasite })
  await expectSeen(true)
  await app.db.deleteFrom('logs').where('member_id', '=', member.id).where('id', '<>', log.id).execute()
  const row = { member_id: member.id, film_id: parasite.id }
  await app.db
    .insertInto('watchlist_items')
    .values({ ...row, audience: 'me' })
    .execute()
  await expectSeen(false)
  await app.db.insertInto('favourites').values(row).execute()
  await expectSeen(true)
})
