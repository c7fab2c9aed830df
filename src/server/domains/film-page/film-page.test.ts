import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getFilm, getFilmCollection, getFilmRegion } from '#shared/api/films.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePage,
  wireRelease,
  type FilmSourceServer,
  type Reply,
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
    sourceDown: false,
    trailer: null,
    offerRegions: [],
    local: { region: 'SA', certification: '', releases: [] },
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

test('the four favourites of a profile are told from the heart, and marks as seen from entries, with what the film is given', async () => {
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
  expect(data.myLogs).toMatchObject([
    { seenOnly: false, rating: null },
    { seenOnly: true, rating: null },
  ])
  await buildLog(app, { author: as, film, rating: 3, createdAt: new Date(2026, 0, 3) })
  expect((await read(film.id, as)).data.myLogs.map((log) => log.rating)).toEqual([3, null, 3])
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

  test('people, the trailer and providers come once each, from one request', async () => {
    const video = (key: string, fields: Record<string, unknown>) => ({
      key,
      site: 'YouTube',
      type: 'Trailer',
      name: 'Trailer',
      official: true,
      iso_639_1: 'en',
      ...fields,
    })
    source.next({
      json: wireDetails(550, {
        videos: {
          results: [
            video('clip', { type: 'Clip' }),
            video('other', { site: 'Elsewhere' }),
            video('fan', { official: false }),
            video('real', { site: 'Vimeo' }),
            video('arabic', { iso_639_1: 'ar', type: 'Teaser' }),
            video('korean', { iso_639_1: 'ko', official: false }),
            video('japanese', { iso_639_1: 'ja' }),
          ],
        },
        keywords: { keywords: Array.from({ length: 40 }, (_, at) => ({ id: at + 1, name: `word ${at}` })) },
        belongs_to_collection: { id: 10, name: 'The Collection', poster_path: null, backdrop_path: null },
      }),
    })
    const { data } = await page(550)
    expect(data.directors).toMatchObject([{ id: 7467, name: 'Dana Director', job: 'Director' }])
    expect(data.writers).toEqual([{ id: 7467, name: 'Dana Director' }])
    expect([data.composers, data.cinematographers]).toEqual([[], []])
    expect(data.cast.map((person) => person.name)).toEqual(['First Billed', 'Second Billed'])
    expect(data.trailer).toEqual({ key: 'real', site: 'Vimeo', name: 'Trailer' })
    expect(data.keywords).toHaveLength(12)
    expect(data.collection).toEqual({ id: 10, name: 'The Collection' })
    expect(data.production_countries).toEqual(['US', 'DE'])
    const shop = { provider_id: 8, provider_name: 'Shop', logo_path: '/shop.jpg' }
    expect(data.offerRegions).toEqual(['SA'])
    expect(data.providers).toEqual({
      SA: {
        link: 'https://www.themoviedb.org/movie/550/watch?locale=SA',
        flatrate: [shop],
        free: [],
        ads: [{ provider_id: 9, provider_name: 'Noisy', logo_path: '/shop.jpg' }],
        rent: [],
        buy: [shop],
      },
    })
    expect(source.requests).toHaveLength(1)
  })

  test('what is the same for all is made once, until the database tells of another text', async () => {
    source.next({ json: wireDetails(580, { recommendations: wirePage([]) }) })
    for (const id of [580, 581]) await buildFilm(far, { id, title: `Film ${id}` })
    const inFrench = { as, params: { id: 580 }, headers: { 'accept-language': 'fr' } }
    const french = async () => {
      await far.ctx.changes.caughtUp()
      return (await far.call(getFilm, inFrench)).data
    }
    const english = (await page(580)).data
    expect(await french()).toEqual(english)
    expect(await far.recordStatements(() => far.call(getFilm, inFrench))).toHaveLength(2)
    const text = { language: 'fr', search_text: '', fetched_at: new Date() }
    await far.db
      .insertInto('film_texts')
      .values([
        { ...text, film_id: 580, title: 'Un film', overview: 'Il pleut.', tagline: 'Nuit.' },
        { ...text, film_id: 581, title: 'Un autre', overview: '', tagline: '' },
      ])
      .execute()
    const told = { title: 'Un film', overview: 'Il pleut.', similar: [{ title: 'Un autre' }] }
    expect(await french()).toMatchObject({ ...told, tagline: 'Nuit.' })
    await far.db.updateTable('film_texts').set({ tagline: 'Jour.' }).where('film_id', '=', 580).execute()
    expect(await french()).toMatchObject({ ...told, tagline: 'Jour.' })
    await far.db.updateTable('film_texts').set({ title: 'Une autre' }).where('film_id', '=', 581).execute()
    expect(await french()).toMatchObject({ similar: [{ title: 'Une autre' }] })
    expect((await page(580)).data).toEqual(english)
  })

  test.each([
    [590, 'en', ['ja', 'ar', 'en'], 'en'],
    [591, 'ar', ['ja', 'ar', 'en'], 'ar'],
    [592, 'fr', ['ja', 'ar', 'en'], 'en'],
    [593, 'fr', ['ja', 'ar'], 'ja'],
  ])(
    'the trailer of film %i in %s, of those in %s, is the one in %s',
    async (id, language, languages, key) => {
      const results = languages.map((code) => ({
        key: code,
        site: 'YouTube',
        type: 'Trailer',
        name: 'x',
        official: true,
        iso_639_1: code,
      }))
      source.next({ json: wireDetails(id, { videos: { results } }) })
      const headers = { 'accept-language': language }
      expect((await far.call(getFilm, { as, params: { id }, headers })).data.trailer?.key).toBe(key)
    },
  )

  test('there may be no trailer and no provider', async () => {
    source.next({ json: wireDetails(551, { videos: { results: [] }, 'watch/providers': { results: {} } }) })
    expect((await page(551)).data).toMatchObject({ trailer: null, offerRegions: [], providers: {} })
  })

  test('a region has its own certification, dates and providers, never another one’s', async () => {
    source.requests.length = 0
    const of = (region: string) => far.call(getFilmRegion, { as, params: { id: 560, region } })
    source.next({
      json: wireDetails(560, {
        release_dates: {
          results: [
            {
              iso_3166_1: 'US',
              release_dates: [
                wireRelease(4, '2000-04-01T00:00:00.000Z', 'NR'),
                wireRelease(3, '1999-10-15T00:00:00.000Z', ''),
                wireRelease(3, '1999-10-16T00:00:00.000Z', ' R '),
                wireRelease(9, '1999-10-17T00:00:00.000Z', 'X'),
                wireRelease(3, 'soon', 'X'),
              ],
            },
            { iso_3166_1: 'FR', release_dates: [wireRelease(5, '2000-09-01T00:00:00.000Z', '16')] },
            { iso_3166_1: 'AE', release_dates: [wireRelease(3, '1999-11-11T00:00:00.000Z')] },
          ],
        },
      }),
    })
    const { data } = await far.call(getFilm, { as, params: { id: 560 }, query: { region: 'US' } })
    expect(data.local).toEqual({
      region: 'US',
      certification: 'R',
      releases: [
        { type: 'cinema', date: '1999-10-15', note: '' },
        { type: 'cinema', date: '1999-10-16', note: '' },
        { type: 'digital', date: '2000-04-01', note: '' },
      ],
    })
    expect((await of('FR')).data).toMatchObject({ certification: '16', offers: null })
    expect((await of('AE')).data).toMatchObject({ certification: '', releases: [{ type: 'cinema' }] })
    expect((await of('SA')).data).toMatchObject({ certification: '', releases: [], offers: { rent: [] } })
    expect((await of('ZZ')).data).toEqual({ region: 'ZZ', certification: '', releases: [], offers: null })
    for (const region of ['constructor', 'us', 'U', ' ']) expect((await of(region)).status).toBe(400)
    expect(source.requests).toHaveLength(1)
  })

  test('a collection is told in the order of release, asked for only where a film has one', async () => {
    const belongs_to_collection = { id: 10, name: 'The Collection', poster_path: null, backdrop_path: null }
    const parts = [
      wireFilm(3, { release_date: '' }),
      wireFilm(2, { release_date: '2001-01-01' }),
      wireFilm(666, { release_date: '1990-01-01' }),
      wireFilm(667, { adult: true }),
      wireFilm(1, { release_date: '1999-01-01' }),
    ]
    source.otherwise((path): Reply => {
      if (path === '/movie/561') return { json: wireDetails(561, { belongs_to_collection }) }
      if (path === '/movie/562') return { json: wireDetails(562) }
      return path === '/collection/10'
        ? { json: { id: 10, name: 'The Collection', parts } }
        : wireErrors.gateway
    })
    const films = async (id: number) => (await far.call(getFilmCollection, { as, params: { id } })).data
    expect((await films(561)).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(await films(562)).toEqual([])
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
      sourceDown: true,
      offerRegions: [],
      trailer: null,
      popularReviews: [{ _id: log.id }],
      myLogs: [{ _id: log.id, rating: 4 }],
    })
    const unknown = await page(554)
    expect([unknown.status, unknown.error.code]).toEqual([503, 'film.source_down'])
  })

  test('a source that keeps silent is not waited for where Scene remembers the film', async () => {
    await buildFilm(far, { id: 555, title: 'Remembered too' })
    source.otherwise(() => 'hang')
    expect((await page(555)).data).toMatchObject({ title: 'Remembered too', sourceDown: true })
  })
})
