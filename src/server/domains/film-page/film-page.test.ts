import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFilm } from '#shared/api/films.ts'
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
