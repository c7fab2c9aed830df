import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTrending } from '#shared/api/films.ts'
import { getHome } from '#shared/api/home.ts'
import {
  getFeed,
  listFriendsReviews,
  listMemberLogs,
  listNewReviews,
  listPopularFilms,
  updateLog,
} from '#shared/api/logs.ts'
import { dayMs } from '#shared/durations.ts'
import { englishReader } from '#shared/film-titles.ts'
import { listSuggestions, toggleFollow, updateMember } from '#shared/api/members.ts'
import { countUnread } from '#shared/api/notifications.ts'
import { listPlays } from '#shared/api/players.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { readHome } from './home.service.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const home = async (as: TestMember, query = {}) => (await app.call(getHome, { as, query })).data

test('each section is what its own call answers', async () => {
  const viewer = await buildMember(app)
  const params = { userId: viewer.id }
  const friend = await buildMember(app)
  await follow(app, viewer, friend)
  for (let at = 0; at < 8; at++)
    await buildLog(app, { author: friend, film: await buildFilm(app), review: `Seen, ${at}` })
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  for (const days of [0, 3, 7])
    await buildLog(app, {
      author: viewer,
      film: await buildFilm(app),
      rating: 4,
      watchedAt: daysAgo(days),
    })
  await buildLog(app, { author: viewer, film: await buildFilm(app), watchedAt: daysAgo(8) })
  await buildLog(app, { author: await buildMember(app), film: await buildFilm(app), review: 'A stranger’s' })

  const reviews = await app.call(listFriendsReviews, { as: viewer, query: { limit: 3 } })
  expect(reviews.data).toHaveLength(3)
  const diary = await app.call(listMemberLogs, { as: viewer, params, query: { sort: 'watched' } })
  expect(diary.data).toHaveLength(4)
  expect(await home(viewer, { reviews: 3 })).toEqual({
    feed: (await app.call(getFeed, { as: viewer, params, query: {} })).data,
    trending: (await app.call(listTrending, { as: viewer })).data,
    reviews: { logs: reviews.data, next: reviews.headers.get('x-next-cursor') },
    newReviews: null,
    popular: null,
    // The screen shows no more of it.
    week: diary.data.slice(0, 3),
    people: (await app.call(listSuggestions, { as: viewer, params, query: { limit: 3 } })).data,
    unread: (await app.call(countUnread, { as: viewer, params })).data,
    plays: (await app.call(listPlays, { as: viewer })).data,
    year: null,
  })
})

test('beside whom to follow, all of it is asked over shared connections', async () => {
  const [viewer, friend] = [await buildMember(app), await buildMember(app)]
  await follow(app, viewer, friend)
  for (let at = 0; at < 8; at++)
    await buildLog(app, { author: friend, film: await buildFilm(app), review: `Seen, ${at}` })
  let alone = 0
  const count = () => void (alone += 1)
  app.ctx.pool.on('acquire', count)
  const { people } = await home(viewer)
  app.ctx.pool.off('acquire', count)
  expect(people).not.toEqual([])
  expect(alone).toBe(1)
})

test('whoever follows nobody gets what others here do', async () => {
  const viewer = await buildMember(app)
  const { feed, reviews, newReviews, popular } = await home(viewer)
  expect({ feed, reviews }).toEqual({ feed: [], reviews: { logs: [], next: null } })
  expect(newReviews?.length).toBeGreaterThan(0)
  expect(newReviews).toEqual((await app.call(listNewReviews, { as: viewer })).data)
  expect(popular).toEqual((await app.call(listPopularFilms, { as: viewer })).data)
})

test('in December and January the year is in it for whoever watched ten films', async () => {
  const viewer = await buildMember(app)
  const as = { ...viewer, sessionId: '', emailVerified: true, titles: englishReader }
  const at = async (now: string) => (await readHome({ ...app.ctx, now: () => new Date(now) }, as, {})).year
  const film = await buildFilm(app)
  for (let day = 10; day < 20; day++)
    await buildLog(app, { author: viewer, film, watchedAt: `2023-03-${day}` })
  for (let day = 10; day < 19; day++)
    await buildLog(app, { author: viewer, film: await buildFilm(app), watchedAt: `2024-03-${day}` })
  await buildLog(app, { author: viewer, film: await buildFilm(app) })
  expect([await at('2023-12-31T12:00:00Z'), await at('2024-12-01T00:00:00Z')]).toEqual([null, null])
  await buildLog(app, { author: viewer, film: await buildFilm(app), watchedAt: '2024-12-31' })
  expect(await at('2024-12-01T00:00:00Z')).toBe(2024)
  expect(await at('2025-01-31T23:00:00Z')).toBe(2024)
  expect([await at('2024-11-30T23:00:00Z'), await at('2025-02-01T00:00:00Z')]).toEqual([null, null])
})

test('what members who keep their diary from strangers wrote is in it for nobody', async () => {
  const viewer = await buildMember(app)
  const hidden = await buildMember(app)
  await app.db.updateTable('members').set({ discoverable: false }).where('id', '=', hidden.id).execute()
  const log = await buildLog(app, { author: hidden, film: await buildFilm(app), review: 'Not for strangers' })
  const { newReviews, people } = await home(viewer)
  expect(newReviews?.map(({ _id }) => _id)).not.toContain(log.id)
  expect(people.map(({ _id }) => _id)).not.toContain(hidden.id)
})

test('films in common with whom one was suggested a moment ago are those for all members by now', async () => {
  const [viewer, other, film] = [await buildMember(app), await buildMember(app), await buildFilm(app)]
  await buildLog(app, { author: viewer, film })
  const { id: logId } = await buildLog(app, { author: other, film })
  const inCommon = async () =>
    (await home(viewer)).people.find(({ _id }) => _id === other.id)?.filmsInCommon ?? 0
  expect(await inCommon()).toBe(1)
  await app.call(updateLog, { as: other, params: { logId }, body: { audience: 'me' } })
  expect(await inCommon()).toBe(0)
  await app.call(updateLog, { as: other, params: { logId }, body: { audience: 'members' } })
  expect(await inCommon()).toBe(1)
})

test('who has followed most of whom were suggested a moment ago is suggested others', async () => {
  const viewer = await buildMember(app)
  for (let at = 0; at < 15; at++) await buildMember(app)
  await home(viewer)
  const { data: suggested } = await app.call(listSuggestions, {
    params: { userId: viewer.id },
    query: { limit: 12 },
    as: viewer,
  })
  for (const { _id } of suggested.slice(1)) await follow(app, viewer, { id: _id })
  const { people } = await home(viewer)
  expect(people).toHaveLength(3)
  expect(people.filter(({ _id }) => suggested.slice(1).some((one) => one._id === _id))).toEqual([])
})

test('without the film source all but its films is there', async () => {
  const down = () => Promise.reject(new Error('down'))
  const other = await startTestApp({
    overrides: { filmSource: { ...app.ctx.filmSource, trending: down } },
  })
  try {
    const viewer = await buildMember(other)
    const { status, data } = await other.call(getHome, { as: viewer, query: {} })
    expect(status).toBe(200)
    expect(data).toMatchObject({ trending: null, feed: [], unread: { count: 0 } })
  } finally {
    await other.close()
  }
})

test('who was suggested a moment ago is suggested again, without whom one follows since and who is not to be', async () => {
  const viewer = await buildMember(app)
  const film = await buildFilm(app)
  await buildLog(app, { author: viewer, film })
  const [one, two, three] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const near = [one, two, three]
  for (const author of near) await buildLog(app, { author, film })
  const people = async () => {
    const shown = new Set((await home(viewer)).people.map(({ _id }) => _id))
    return near.filter(({ id }) => shown.has(id))
  }
  expect(await people()).toEqual(near)
  const sent = (await app.recordStatements(() => home(viewer))).map(({ text }) => text)
  expect(sent.filter((text) => text.includes('as given (id, known_common'))).toHaveLength(1)
  expect(sent.filter((text) => text.includes('taste as materialized'))).toEqual([])

  await app.call(toggleFollow, { as: viewer, params: { userId: viewer.id, targetId: one.id } })
  expect(await people()).toEqual([two, three])
  const params = { userId: two.id }
  await app.call(updateMember, { as: two, params, body: { discoverable: false } })
  expect(await people()).toEqual([three])
  // Who asks for suggestions alone gets those of this moment.
  const { data } = await app.call(listSuggestions, { as: viewer, params: { userId: viewer.id }, query: {} })
  expect(data.map(({ _id }) => _id)).toContain(three.id)
})
