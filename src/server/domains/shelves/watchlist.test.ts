import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryOf } from '#shared/api/endpoint.ts'
import { listWatchlist, updateWatchlistItem } from '#shared/api/shelves.ts'
import { buildFilm, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages, forgedCursor } from '#test/paging.ts'

const drama = 18
const horror = 27
const films = { old: 1, hidden: 2, best: 3, unknown: 4 }
const at = (day: number) => new Date(Date.UTC(2026, 0, day))

let app: TestApp
let owner: TestMember
let other: TestMember

beforeAll(async () => {
  app = await startTestApp()
  owner = await buildMember(app)
  other = await buildMember(app)
  const { old, hidden, best, unknown } = films
  await buildFilm(app, {
    id: old,
    releaseDate: '1960-01-01',
    runtime: 90,
    voteAverage: 7.1,
    genreIds: [drama],
  })
  await buildFilm(app, {
    id: hidden,
    releaseDate: '1970-01-01',
    runtime: 95,
    voteAverage: 8,
    genreIds: [drama],
  })
  await buildFilm(app, {
    id: best,
    title: 'Best',
    releaseDate: '1980-01-01',
    runtime: 80,
    voteAverage: 8.438,
    genreIds: [horror, drama],
  })
  await buildFilm(app, { id: unknown, releaseDate: '', runtime: 0, voteAverage: 0, genreIds: [] })
  await app.db
    .insertInto('watchlist_items')
    .values([
      { member_id: owner.id, film_id: best, created_at: at(1) },
      { member_id: owner.id, film_id: old, created_at: at(2) },
      { member_id: owner.id, film_id: unknown, created_at: at(3) },
      { member_id: owner.id, film_id: hidden, created_at: at(4), audience: 'me' },
      { member_id: other.id, film_id: best, created_at: at(5) },
    ])
    .execute()
  await app.db
    .insertInto('poster_overrides')
    .values({ member_id: owner.id, film_id: best, poster_path: '/mine.jpg' })
    .execute()
})
afterAll(() => app.close())

const read = (query: QueryOf<typeof listWatchlist>, as = owner) =>
  app.call(listWatchlist, { as, params: { userId: owner.id }, query })
const ids = (items: { tmdbId: number }[]) => items.map((item) => item.tmdbId)

const { old, hidden, best, unknown } = films
const orders: [QueryOf<typeof listWatchlist>, number[]][] = [
  [{}, [hidden, unknown, old, best]],
  [{ sort: 'added', order: 'asc' }, [best, old, unknown, hidden]],
  [{ sort: 'release' }, [best, hidden, old, unknown]],
  [{ sort: 'release', order: 'asc' }, [unknown, old, hidden, best]],
  [{ sort: 'rating' }, [best, hidden, old, unknown]],
  [{ sort: 'rating', order: 'asc' }, [unknown, old, hidden, best]],
  [{ sort: 'runtime' }, [hidden, old, best, unknown]],
  [{ sort: 'runtime', order: 'asc' }, [unknown, best, old, hidden]],
  [{ genre: drama }, [hidden, old, best]],
  [{ genre: horror, sort: 'rating' }, [best]],
  [{ genre: 'all', order: 'asc' }, [best, old, unknown, hidden]],
]

test.each(orders)('%o, private items for their owner only', async (query, expected) => {
  expect(ids((await read(query)).data)).toEqual(expected)
  expect(ids(await allPages((page) => read({ ...query, ...page })))).toEqual(expected)
  const shown = expected.filter((id) => id !== hidden)
  expect(ids((await read(query, other)).data)).toEqual(shown)
  expect(ids(await allPages((page) => read({ ...query, ...page }, other)))).toEqual(shown)
})

test.each([
  ['sort=Release%20Date&order=Ascending&genre=All', [unknown, old, hidden, best]],
  ['sort=release_date&order=ASC&genre=', [unknown, old, hidden, best]],
  ['sort=&order=', [hidden, unknown, old, best]],
])('choices as the screen calls them: %s', async (query, expected) => {
  const url = `${app.url}/api/users/${owner.id}/watchlist?${query}`
  const response = await fetch(url, { headers: { authorization: `bearer ${owner.token}` } })
  expect(ids((await response.json()) as { tmdbId: number }[])).toEqual(expected)
})

test('what is private cannot be told from an answer to others', async () => {
  const { data, headers } = await read({ limit: 3 }, other)
  expect(data).toHaveLength(3)
  expect(headers.get('x-next-cursor')).toBeNull()
  expect(JSON.stringify(data)).not.toContain(at(4).toISOString())
})

test('an item has all that its tile and its order need', async () => {
  const { data } = await read({ sort: 'rating', limit: 1 }, other)
  expect(data).toEqual([
    {
      tmdbId: best,
      id: best,
      title: 'Best',
      titleLang: '',
      otherTitle: null,
      poster_path: `/poster${best}-0.jpg`,
      poster: `/t/p/w500/poster${best}-0.jpg`,
      posterOverride: '/t/p/w500/mine.jpg',
      release_date: '1980-01-01',
      runtime: 80,
      vote_average: 8.438,
      genre_ids: [horror, drama],
      isPrivate: false,
      createdAt: at(1).toISOString(),
    },
  ])
})

test('an item is made private and public again, by its owner only', async () => {
  const set = (as: TestMember, isPrivate: boolean) =>
    app.call(updateWatchlistItem, { as, params: { movieId: old }, body: { isPrivate } })
  expect((await set(other, true)).error.code).toBe('watchlist.not_found')
  expect(ids((await read({}, other)).data)).toContain(old)
  expect((await set(owner, true)).data).toEqual({ isPrivate: true, audience: 'me' })
  expect(ids((await read({}, other)).data)).not.toContain(old)
  expect((await read({})).data.find((item) => item.tmdbId === old)?.isPrivate).toBe(true)
  expect((await set(owner, false)).data).toEqual({ isPrivate: false })
  expect(ids((await read({}, other)).data)).toContain(old)
  const narrowed = await app.call(updateWatchlistItem, {
    as: owner,
    params: { movieId: old },
    body: { audience: 'followers' },
  })
  expect(narrowed.data).toEqual({ isPrivate: false, audience: 'followers' })
  expect(ids((await read({}, other)).data)).not.toContain(old)
  await follow(app, other, owner)
  expect(ids((await read({}, other)).data)).toContain(old)
})

test('guests, unknown members, and what is no order or cursor', async () => {
  const params = { userId: owner.id }
  expect((await app.call(listWatchlist, { params, query: {} })).status).toBe(401)
  const guest = await app.call(updateWatchlistItem, { params: { movieId: old }, body: { isPrivate: true } })
  expect(guest.status).toBe(401)
  const nobody = { userId: randomUUID() }
  const missing = await app.call(listWatchlist, { as: owner, params: nobody, query: {} })
  expect(missing.error.code).toBe('member.not_found')
  const url = `${app.url}/api/users/${owner.id}/watchlist?sort=title`
  expect((await fetch(url, { headers: { authorization: `Bearer ${owner.token}` } })).status).toBe(400)
  for (const cursor of ['nonsense', forgedCursor('yesterday', '1'), forgedCursor('2026-01-01', 'one')])
    expect((await read({ cursor })).error.code, cursor).toBe('request.invalid')
})
