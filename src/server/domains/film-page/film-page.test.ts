import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getFilm } from '#shared/api/films.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePage,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const parasite = { id: 496243 }

let app: TestApp
let viewer: TestMember

beforeAll(async () => {
  app = await startTestApp()
  viewer = await buildMember(app)
})
afterAll(() => app.close())

const read = (id: number, as = viewer) => app.call(getFilm, { as, params: { id } })

test('one answer feeds the page: the film, its people and similar ones', async () => {
  const { status, data } = await read(parasite.id)
  expect(status).toBe(200)
  expect(data).toMatchObject({
    title: 'Parasite',
    sourceMissing: false,
    directors: [{ name: 'Bong Joon-ho', job: 'Director' }],
    trailer: null,
    providers: {},
    inWatchlist: false,
    isFavorite: false,
    myLogs: [],
    posterOverride: null,
  })
  expect(data.cast.length).toBeGreaterThanOrEqual(4)
  expect(data.cast.map((person) => person.order)).toEqual(data.cast.map((_, index) => index))
  expect(data.similar.length).toBeGreaterThan(0)
  expect(data.similar.map((film) => film.id)).not.toContain(parasite.id)
  expect(data.backdrops.length).toBeGreaterThan(0)
})

test('friends, popular reviews and own logs are those of the viewer’s circle', async () => {
  await read(parasite.id)
  await app.db
    .insertInto('films')
    .values({ id: parasite.id, title: 'Parasite' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const friends = await Promise.all(Array.from({ length: 7 }, () => buildMember(app)))
  for (const friend of friends) {
    await follow(app, viewer, friend)
    await buildLog(app, { author: friend, film: parasite, review: 'seen', likeCount: 1 })
    await buildLog(app, { author: friend, film: parasite })
  }
  const stranger = await buildMember(app)
  const best = await buildLog(app, { author: stranger, film: parasite, review: 'best', likeCount: 50 })
  const mine = await buildLog(app, { author: viewer, film: parasite, rating: 4 })
  const { data } = await read(parasite.id)
  expect(data.friends).toHaveLength(5)
  expect(data.friendsCount).toBe(7)
  expect(new Set(data.friends.map((friend) => friend._id)).size).toBe(5)
  expect(data.popularReviews).toHaveLength(3)
  expect(data.popularReviews[0]?._id).toBe(best.id)
  expect(data.myLogs).toMatchObject([{ _id: mine.id, rating: 4 }])
})

test('what all members and friends gave: a member counts once, by the newest log with stars', async () => {
  const film = await buildFilm(app)
  const as = await buildMember(app)
  const members = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const [first, second, third] = members
  if (!first || !second || !third) throw new Error('three members')
  expect((await read(film.id, as)).data).toMatchObject({
    stats: { logs: 0, ratings: 0, average: null, byRating: Array.from({ length: 10 }, () => 0) },
    friendsRatings: { ratings: 0, average: null },
  })
  for (const friend of [first, second]) await follow(app, as, friend)
  const day = (n: number) => new Date(2026, 0, n)
  await buildLog(app, { author: first, film, rating: 1, createdAt: day(1) })
  await buildLog(app, { author: first, film, rating: 4.5, createdAt: day(2) })
  await buildLog(app, { author: first, film, createdAt: day(3) })
  await buildLog(app, { author: second, film, createdAt: day(4) })
  await buildLog(app, { author: third, film, rating: 3, createdAt: day(5) })
  const { data } = await read(film.id, as)
  expect(data.stats).toEqual({ logs: 5, ratings: 2, average: 3.75, byRating: [0, 0, 0, 0, 0, 1, 0, 0, 1, 0] })
  expect(data.friends.map(({ _id, rating }) => [_id, rating])).toEqual([
    [second.id, null],
    [first.id, 4.5],
  ])
  expect(data.friendsRatings).toEqual({ ratings: 1, average: 4.5 })
})

test('the four favourites of a profile are told from the heart, and what is only marked as seen from entries', async () => {
  const film = await buildFilm(app)
  const as = await buildMember(app)
  await app.db
    .updateTable('members')
    .set({ favorite_film_ids: [film.id] })
    .where('id', '=', as.id)
    .execute()
  await buildLog(app, { author: as, film, seenOnly: true, createdAt: new Date(2026, 0, 1) })
  await buildLog(app, { author: as, film, review: 'More.', createdAt: new Date(2026, 0, 2) })
  const { data } = await read(film.id, as)
  expect(data).toMatchObject({ isInFour: true, isFavorite: false })
  expect(data.myLogs.map((log) => log.seenOnly)).toEqual([false, true])
})

test('a film that the source dropped still shows what the logs know', async () => {
  const film = await buildFilm(app, { title: 'The Lost Reel' })
  await buildLog(app, { author: viewer, film, review: 'I saw it once' })
  const { status, data } = await read(film.id)
  expect(status).toBe(200)
  expect(data).toMatchObject({
    title: 'The Lost Reel',
    sourceMissing: true,
    cast: [],
    release_date: '2011-05-01',
  })
  expect(data.myLogs).toHaveLength(1)
})

test('an unknown film is 404 and an id that is none 400', async () => {
  expect((await read(2_000_000_003)).error.code).toBe('film.not_found')
  const response = await fetch(`${app.url}/api/movies/abc`, {
    headers: { authorization: `Bearer ${viewer.token}` },
  })
  expect(response.status).toBe(400)
})

test('the number of statements does not depend on what there is to show', async () => {
  const bare = await buildFilm(app)
  await read(parasite.id)
  await read(bare.id)
  const few = await app.countStatements(() => read(bare.id))
  await sql`select 1`.execute(app.db)
  expect(await app.countStatements(() => read(parasite.id))).toBeLessThanOrEqual(few + 1)
})

test('film 11020 is there with six posters and backdrops', async () => {
  const { data } = await read(11020)
  expect(data).toMatchObject({ id: 11020, sourceMissing: false, poster_path: '/poster11020-0-n0.jpg' })
  expect(data.backdrops).toHaveLength(6)
})

test('the viewer’s own marks are the viewer’s only', async () => {
  const film = await buildFilm(app)
  const row = { member_id: viewer.id, film_id: film.id }
  await app.db
    .insertInto('poster_overrides')
    .values({ ...row, poster_path: '/mine.jpg' })
    .execute()
  await app.db.insertInto('watchlist_items').values(row).execute()
  await app.db.insertInto('favourites').values(row).execute()
  const other = await buildMember(app)
  expect((await read(film.id)).data).toMatchObject({
    posterOverride: '/t/p/w500/mine.jpg',
    inWatchlist: true,
    isFavorite: true,
  })
  expect((await read(film.id, other)).data).toMatchObject({
    posterOverride: null,
    inWatchlist: false,
    isFavorite: false,
  })
  const guest = await app.call(getFilm, { params: { id: film.id } })
  expect([guest.status, guest.error.code]).toEqual([401, 'auth.required'])
})

test('only real text makes a popular review', async () => {
  const film = await buildFilm(app)
  const author = await buildMember(app)
  await buildLog(app, { author, film, rating: 5, likeCount: 90 })
  await buildLog(app, { author, film, gif: '/gifs/scene/wave.webp', likeCount: 80 })
  const told = await buildLog(app, { author, film, review: 'Words.' })
  const { data } = await read(film.id)
  expect(data.popularReviews.map((log) => log._id)).toEqual([told.id])
})

describe('with a film database', () => {
  let source: FilmSourceServer
  let far: TestApp
  let as: TestMember
  const page = (id: number) => far.call(getFilm, { as, params: { id } })
  beforeAll(async () => {
    source = await startFilmSourceServer()
    far = await startTestApp({ env: { TMDB_BASE_URL: source.url, SEARCH_HIDDEN_FILMS: '666' } })
    as = await buildMember(far)
  })
  beforeEach(() => source.otherwise(() => wireErrors.notFound))
  afterAll(async () => {
    await far.close()
    await source.close()
  })

  test('directors, trailer and providers come once each, from one request', async () => {
    const clip = { key: 'clip', site: 'YouTube', type: 'Clip', name: 'A clip', official: true }
    const fan = { key: 'fan', site: 'YouTube', type: 'Trailer', name: 'By a fan', official: false }
    const official = { key: 'real', site: 'Vimeo', type: 'Trailer', name: 'Trailer', official: true }
    const elsewhere = { key: 'other', site: 'Elsewhere', type: 'Trailer', name: 'No', official: true }
    source.next({
      json: wireDetails(550, { videos: { results: [clip, elsewhere, fan, official] } }),
    })
    const { data } = await page(550)
    expect(data.directors).toMatchObject([{ id: 7467, name: 'Dana Director', job: 'Director' }])
    expect(data.cast.map((person) => person.name)).toEqual(['First Billed', 'Second Billed'])
    expect(data.trailer).toEqual({ key: 'real', site: 'Vimeo', name: 'Trailer' })
    const shop = { provider_id: 8, provider_name: 'Shop', logo_path: '/shop.jpg' }
    expect(data.providers).toEqual({
      SA: {
        link: 'https://www.themoviedb.org/movie/550/watch?locale=SA',
        flatrate: [shop],
        rent: [],
        buy: [shop],
      },
    })
    expect(source.requests).toHaveLength(1)
  })

  test('there may be no trailer and no provider', async () => {
    source.next({ json: wireDetails(551, { videos: { results: [] }, 'watch/providers': { results: {} } }) })
    expect((await page(551)).data).toMatchObject({ trailer: null, providers: {} })
  })

  test('similar films are those that a search would show by their number', async () => {
    const recommendations = wirePage([wireFilm(1), wireFilm(2, { adult: true }), wireFilm(666), wireFilm(3)])
    source.next({ json: wireDetails(552, { recommendations }) })
    expect((await page(552)).data.similar.map((film) => film.id)).toEqual([1, 3])
  })

  test('while the source is down a logged film still shows what logs know', async () => {
    const film = await buildFilm(far, { id: 553, title: 'Remembered' })
    const log = await buildLog(far, { author: as, film, review: 'Once.', rating: 4 })
    source.otherwise(() => wireErrors.wrongKey)
    const { status, data } = await page(film.id)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      id: 553,
      title: 'Remembered',
      release_date: '2011-05-01',
      poster: '/t/p/w500/poster553-0.jpg',
      sourceMissing: true,
      providers: {},
      trailer: null,
      popularReviews: [{ _id: log.id }],
      myLogs: [{ _id: log.id, rating: 4 }],
    })
    const unknown = await page(554)
    expect([unknown.status, unknown.error.code]).toEqual([503, 'film.source_down'])
  })
})
