import { afterAll, beforeAll, expect, test } from 'vitest'
import { browseFilms } from '#shared/api/browse.ts'
import { getFilm } from '#shared/api/films.ts'
import { getList } from '#shared/api/lists.ts'
import * as api from '#shared/api/logs.ts'
import * as seenApi from '#shared/api/seen.ts'
import { getMember } from '#shared/api/members.ts'
import { listNotifications } from '#shared/api/notifications.ts'
import { toggleWatchlist } from '#shared/api/shelves.ts'
import type { DiaryOrder } from '#server/adapters/language/language.ts'
import { myBest, myLast, myLogsOf, myStats } from '#server/domains/assistant/lookups/own.service.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { englishReader } from '#shared/film-titles.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ofFilm = (as: TestMember, film: { id: number }) => ({ as, params: { userId: as.id, movieId: film.id } })
const mark = (as: TestMember, film: { id: number }, rating?: number) =>
  app.call(seenApi.markSeen, { ...ofFilm(as, film), body: rating === undefined ? {} : { rating } })
const unmark = (as: TestMember, film: { id: number }) => app.call(seenApi.unmarkSeen, ofFilm(as, film))
const log = (as: TestMember, film: { id: number }, fields = {}) =>
  app.call(api.createLog, { as, body: { movieId: film.id, ...fields } })
const logsOf = async (as: TestMember, film: { id: number }) =>
  (await app.call(api.listMemberFilmLogs, ofFilm(as, film))).data
const filmsCount = async (as: TestMember) =>
  (await app.call(getMember, { as, params: { userId: as.id } })).data.filmsCount

/** A member with a friend who follows them. */
async function pair() {
  const [member, friend] = [await buildMember(app), await buildMember(app)]
  await follow(app, friend, member)
  return { member, friend }
}

/** What a follower is shown of what a member does. */
async function activity(friend: TestMember) {
  const { data: feed } = await app.call(api.getFeed, { as: friend, params: { userId: friend.id } })
  const { data: month } = await app.call(api.listMonthLogs, { as: friend })
  expect(month.map((tile) => tile._id)).toEqual(feed.map((tile) => tile._id))
  return feed.map((tile) => tile._id)
}

const diary = async (as: TestMember) =>
  (await app.call(api.listMemberLogs, { as, params: { userId: as.id }, query: { sort: 'watched' } })).data

test('a mark is in no diary, no review and no activity, and tells nobody', async () => {
  const { member, friend } = await pair()
  const film = await buildFilm(app)
  const { status, data } = await mark(member, film, 4)
  expect([status, data]).toEqual([200, { rating: 4, isNew: true }])
  expect(await activity(friend)).toEqual([])
  expect(await diary(member)).toEqual([])
  const of = { as: friend, params: { userId: member.id } }
  expect((await app.call(api.listMemberLogs, { ...of, query: { reviews: true } })).data).toEqual([])
  expect((await app.call(api.listMemberLogs, of)).data).toMatchObject([{ seenOnly: true, watchedAt: null }])
  expect((await app.call(listNotifications, { as: friend, params: { userId: friend.id } })).data).toEqual([])
  expect((await app.call(api.listPopularFilms, { as: friend })).data).toEqual([])
})

test('a mark is for whom the member’s logs are', async () => {
  const { member, friend } = await pair()
  await app.db.updateTable('members').set({ logs_audience: 'me' }).where('id', '=', member.id).execute()
  const film = await buildFilm(app)
  await mark(member, film, 4)
  const of = { as: friend, params: { userId: member.id } }
  expect((await app.call(api.listMemberLogs, of)).data).toEqual([])
  expect(await filmsCount(member)).toBe(1)
})

test('a mark counts wherever it is asked what was seen and how it was rated', async () => {
  const { member, friend } = await pair()
  const film = await buildFilm(app)
  await app.call(toggleWatchlist, { as: member, body: { movieId: film.id } })
  const list = await buildList(app, { author: friend, films: [film, await buildFilm(app)] })
  await mark(member, film, 3.5)
  const of = { as: member, params: { userId: member.id } }
  expect((await app.call(api.listMemberFilms, of)).data).toMatchObject([{ tmdbId: film.id, rating: 3.5 }])
  expect((await app.call(seenApi.getFilmMarks, of)).data).toMatchObject({
    seen: [[film.id, 3.5]],
    watchlist: [],
  })
  expect(await filmsCount(member)).toBe(1)
  expect((await app.call(api.getMemberRatings, of)).data).toMatchObject({ ratings: 1, average: 3.5 })
  const { data: shown } = await app.call(getList, { as: member, params: { listId: list.id } })
  expect(shown.movies.map((one) => one.seen)).toEqual([true, false])
  const { data: page } = await app.call(getFilm, { as: friend, params: { id: film.id } })
  expect(page).toMatchObject({
    stats: { ratings: 1, average: 3.5, byRating: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0] },
    friends: [{ _id: member.id, rating: 3.5 }],
  })
  const unseen = async () =>
    (await app.call(browseFilms, { as: member, query: { seen: 'no' } })).data.results.map((one) => one.id)
  const [first = 0] = await unseen()
  await mark(member, { id: first })
  expect(await unseen()).not.toContain(first)
})

test('stars change the mark, a log stands beside it, and the mark stays true without that log', async () => {
  const { member, friend } = await pair()
  const film = await buildFilm(app)
  await mark(member, film)
  expect((await mark(member, film, 2)).data).toEqual({ rating: 2, isNew: false })
  expect((await mark(member, film)).data).toEqual({ rating: 2, isNew: false })
  expect(await logsOf(member, film)).toMatchObject([{ rating: 2, seenOnly: true }])
  const { data: entry } = await log(member, film, {
    watchedAt: '2026-01-31',
    review: 'Better the second time.',
  })
  expect((await logsOf(member, film)).map((one) => one.seenOnly)).toEqual([false, true])
  expect(await activity(friend)).toEqual([entry._id])
  expect((await diary(member)).map((one) => one._id)).toEqual([entry._id])
  expect((await mark(member, film, 5)).data).toEqual({ rating: 5, isNew: false })
  expect((await logsOf(member, film)).map((one) => one.rating)).toEqual([null, 5])
  expect((await mark(member, film, 0)).data).toEqual({ rating: null, isNew: false })
  await mark(member, film, 2)
  expect((await unmark(member, film)).error.code).toBe('log.not_bare')
  expect(await filmsCount(member)).toBe(1)
  await app.call(api.deleteLog, { as: member, params: { logId: entry._id } })
  expect(await logsOf(member, film)).toMatchObject([{ rating: 2, seenOnly: true }])
  expect(await activity(friend)).toEqual([])
  expect((await unmark(member, film)).status).toBe(200)
  expect((await unmark(member, film)).status).toBe(200)
  expect([await logsOf(member, film), await filmsCount(member)]).toEqual([[], 0])
  expect(await wrongCounters(app)).toEqual([])
})

test('what others said of a mark is not lost by taking it back', async () => {
  const { member, friend } = await pair()
  const film = await buildFilm(app)
  await mark(member, film)
  const [one] = await logsOf(member, film)
  await app.call(api.toggleLogLike, { as: friend, params: { logId: one?._id ?? '' } })
  expect((await unmark(member, film)).error.code).toBe('log.not_bare')
})

test('a mark that gets a day or words is an entry from then on, and a mark again without them', async () => {
  const { member, friend } = await pair()
  const film = await buildFilm(app)
  await mark(member, film)
  const [one] = await logsOf(member, film)
  const logId = one?._id ?? ''
  const edit = (body: object) => app.call(api.updateLog, { as: member, params: { logId }, body })
  for (const [given, taken] of [
    [{ review: 'Words.' }, { review: '' }],
    [{ watchedAt: '2026-02-01' }, { watchedAt: '' }],
    [{ tags: 'late' }, { tags: '' }],
  ] as const) {
    expect((await edit(given)).data.seenOnly).toBe(false)
    expect(await activity(friend)).toEqual([logId])
    expect((await edit(taken)).data.seenOnly).toBe(true)
    expect(await activity(friend)).toEqual([])
  }
  expect(await wrongCounters(app)).toEqual([])
})

test('a log without a day or words stays an entry of the diary', async () => {
  const { member, friend } = await pair()
  const { data: entry } = await log(member, await buildFilm(app))
  expect(entry.seenOnly).toBe(false)
  expect(await activity(friend)).toEqual([entry._id])
})

test('many marks at once make one, and marks are one’s own', async () => {
  const { member, friend } = await pair()
  const film = await buildFilm(app)
  const all = await Promise.all(Array.from({ length: 5 }, () => mark(member, film, 3)))
  expect(all.filter(({ data }) => data.isNew)).toHaveLength(1)
  expect(await logsOf(member, film)).toHaveLength(1)
  const foreign = { as: friend, params: { userId: member.id, movieId: film.id } }
  expect((await app.call(seenApi.markSeen, { ...foreign, body: {} })).status).toBe(403)
  expect((await app.call(seenApi.unmarkSeen, foreign)).status).toBe(403)
  expect((await mark(member, { id: 2_000_000_003 })).error.code).toBe('film.not_found')
  expect((await mark(member, film, 5.25)).status).toBe(400)
})

const viewerOf = ({ id, role }: TestMember) => ({
  id,
  username: 'x',
  sessionId: id,
  emailVerified: true,
  role,
  titles: englishReader,
})

test('SceneBot orders the films of a diary, each once, without what is only marked', async () => {
  const { member } = await pair()
  const film = (runtime: number, releaseDate: string) => buildFilm(app, { runtime, releaseDate })
  const [old, fresh] = [await film(120, '1960-01-01'), await film(90, '2020-01-01')]
  for (const one of [old, fresh, old]) await buildLog(app, { author: member, film: one })
  await buildLog(app, { author: member, film: await film(80, '1950-01-01'), seenOnly: true })
  // Of what is not known nothing is told.
  await buildLog(app, { author: member, film: await film(0, '') })
  const ordered = async (order: DiaryOrder) => {
    const asked = { period: { from: null, to: null }, filters: {}, order }
    return (await myLast(app.ctx, viewerOf(member), asked)).films.map(({ id, minutes }) => [id, minutes])
  }
  const [first, second] = [
    [old.id, 120],
    [fresh.id, 90],
  ]
  expect(await ordered('longest')).toEqual([first, second])
  expect(await ordered('shortest')).toEqual([second, first])
  expect(await ordered('oldest')).toEqual([first, second])
})

test('SceneBot knows what is marked, and gives it no day', async () => {
  const { member } = await pair()
  const [marked, logged] = [await buildFilm(app, { runtime: 90 }), await buildFilm(app, { runtime: 100 })]
  await buildLog(app, { author: member, film: marked, seenOnly: true, rating: 5 })
  await buildLog(app, { author: member, film: logged, seenOnly: true })
  await buildLog(app, { author: member, film: logged, rating: 3, watchedAt: '2026-01-05' })
  const viewer = viewerOf(member)
  const always = { from: null, to: null }
  const ids = ({ films }: { films: { id: number; day: string | null }[] }) =>
    films.map(({ id, day }) => [id, day])
  expect(ids(await myBest(app.ctx, viewer, { order: 'best', period: always, filters: {} }))).toEqual([
    [marked.id, null],
    [logged.id, '2026-01-05'],
  ])
  expect(ids(await myLast(app.ctx, viewer, { period: always, filters: {} }))).toEqual([
    [logged.id, '2026-01-05'],
  ])
  expect(await myLogsOf(app.ctx, viewer, { filmId: marked.id })).toMatchObject({
    mine: { seen: true, logs: 0, rating: 5, lastDay: null },
    logs: [],
  })
  expect(await myStats(app.ctx, viewer, { period: always })).toMatchObject({
    logs: 1,
    films: 2,
    minutes: 190,
  })
  const thisYear = { from: '2026-01-01', to: '2026-12-31' }
  expect(await myStats(app.ctx, viewer, { period: thisYear })).toMatchObject({
    logs: 1,
    films: 1,
    minutes: 100,
  })
})
