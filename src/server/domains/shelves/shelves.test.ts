import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateAudience } from '#shared/api/audiences.ts'
import { createList } from '#shared/api/lists.ts'
import {
  addFavourite,
  getWatchlistStatus,
  listFavourites,
  listWatchlist,
  removeFavourite,
  removeFromWatchlist,
  toggleWatchlist,
} from '#shared/api/shelves.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages } from '#test/paging.ts'

const parasite = 496243
const whiplash = 244786

let app: TestApp
let owner: TestMember
let other: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  other = await buildMember(app)
})
afterAll(() => app.close())

const status = async (as: TestMember) =>
  (await app.call(getWatchlistStatus, { as, params: { movieId: parasite } })).data.inWatchlist

test('a film goes on the watchlist and off again, for its owner only', async () => {
  const toggle = () => app.call(toggleWatchlist, { as: owner, body: { movieId: parasite } })
  expect((await toggle()).data).toEqual({ inWatchlist: true })
  expect([await status(owner), await status(other)]).toEqual([true, false])
  expect((await toggle()).data).toEqual({ inWatchlist: false })
  expect(await status(owner)).toBe(false)
})

test('taps that come at once take turns', async () => {
  const toggle = async () => {
    const { data } = await app.call(toggleWatchlist, { as: owner, body: { movieId: parasite } })
    return data.inWatchlist
  }
  const answers = await Promise.all(Array.from({ length: 8 }, toggle))
  expect(answers.filter(Boolean)).toHaveLength(4)
  expect(await status(owner)).toBe(false)
})

test('a film that goes on the watchlist privately was never seen by others', async () => {
  await app.call(toggleWatchlist, { as: owner, body: { movieId: whiplash, isPrivate: true } })
  const shown = async (as: TestMember) =>
    (await app.call(listWatchlist, { as, params: { userId: owner.id } })).data.map((item) => item.isPrivate)
  expect([await shown(owner), await shown(other)]).toEqual([[true], []])
  await app.call(toggleWatchlist, { as: owner, body: { movieId: whiplash } })
})

test('a film is taken off by its owner only, however often', async () => {
  const remove = (as?: TestMember) =>
    app.call(removeFromWatchlist, { params: { userId: owner.id, movieId: parasite }, ...(as && { as }) })
  await app.call(toggleWatchlist, { as: owner, body: { movieId: parasite } })
  expect((await remove()).status).toBe(401)
  const foreign = await remove(other)
  expect([foreign.status, foreign.error.code]).toEqual([403, 'request.not_yours'])
  expect(await status(owner)).toBe(true)
  for (let time = 0; time < 2; time++) expect((await remove(owner)).data).toEqual({ inWatchlist: false })
  expect(await status(owner)).toBe(false)
  const unknown = { userId: owner.id, movieId: 2_000_000_005 }
  const never = await app.call(removeFromWatchlist, { as: owner, params: unknown })
  expect(never.data).toEqual({ inWatchlist: false })
})

test('a film that nobody knows cannot be kept', async () => {
  const { error } = await app.call(toggleWatchlist, { as: owner, body: { movieId: 2_000_000_002 } })
  expect(error.code).toBe('film.not_found')
})

test('favourites are added once, listed newest first and removed; only one’s own', async () => {
  const params = (movieId: number) => ({ userId: owner.id, movieId })
  await app.call(addFavourite, { as: owner, params: params(parasite) })
  await app.call(addFavourite, { as: owner, params: params(whiplash) })
  const { data } = await app.call(addFavourite, { as: owner, params: params(parasite) })
  expect(data.map((film) => film.tmdbId)).toEqual([whiplash, parasite])
  const foreign = await app.call(addFavourite, { as: other, params: params(parasite) })
  expect([foreign.status, foreign.error.code]).toEqual([403, 'request.not_yours'])
  const removal = await app.call(removeFavourite, { as: other, params: params(parasite) })
  expect(removal.status).toBe(403)
  const { data: left } = await app.call(removeFavourite, { as: owner, params: params(whiplash) })
  expect(left).toMatchObject([
    { id: parasite, title: 'Parasite', poster: expect.stringContaining('/t/p/w500/') },
  ])
  const { data: seen } = await app.call(listFavourites, { as: other, params: { userId: owner.id } })
  expect(seen).toEqual(left)
})

test('favourites come page by page too, those of one moment by film', async () => {
  const as = await buildMember(app)
  const films = await Promise.all(Array.from({ length: 5 }, () => buildFilm(app)))
  const rows = films.map(({ id }) => ({ member_id: as.id, film_id: id, created_at: new Date() }))
  await app.db.insertInto('favourites').values(rows).execute()
  const read = (query: object) => app.call(listFavourites, { as, params: { userId: as.id }, query })
  const { data: whole } = await read({})
  expect(whole.map(({ id }) => id)).toEqual(films.map(({ id }) => id).toSorted((a, b) => b - a))
  expect(await allPages(read)).toEqual(whole)
})

test('what comes while all is narrowed is narrowed too, on shelves and of lists', async () => {
  const as = await buildMember(app)
  const films = await Promise.all(Array.from({ length: 16 }, () => buildFilm(app)))
  const params = { userId: as.id }
  const come = films.map((film, index) => () => {
    if (index % 3 === 0) return app.call(toggleWatchlist, { as, body: { movieId: film.id } })
    if (index % 3 === 1) return app.call(createList, { as, body: { title: 'New', movies: [film] } })
    return app.call(addFavourite, { as, params: { ...params, movieId: film.id } })
  })
  const narrow = (['watchlist', 'lists', 'favourites'] as const).map(
    (kind) => () => app.call(updateAudience, { as, params, body: { kind, audience: 'me', existing: true } }),
  )
  await Promise.all([...come.slice(0, 8), ...narrow, ...come.slice(8)].map((call) => call()))
  for (const table of ['watchlist_items', 'lists', 'favourites'] as const) {
    const rows = await app.db.selectFrom(table).select('audience').where('member_id', '=', as.id).execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ audience }) => audience))).toEqual(new Set(['me']))
  }
})
