import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryOf } from '#shared/api/endpoint.ts'
import { getMemberRatings, listMemberFilms, listMemberLogs } from '#shared/api/logs.ts'
import { listMemberTags } from '#shared/api/tags.ts'
import { getFilmMarks } from '#shared/api/seen.ts'
import { addFavourite } from '#shared/api/shelves.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages, forgedCursor } from '#test/paging.ts'

let app: TestApp
let member: TestMember
let other: TestMember
let reviewId: string
const films = { old: 101, short: 102, blank: 103, twice: 104, hearted: 105 }
const at = (day: number) => new Date(Date.UTC(2026, 0, day))

beforeAll(async () => {
  app = await startTestApp()
  member = await buildMember(app)
  other = await buildMember(app)
  await buildFilm(app, { id: films.old, releaseDate: '1931-01-01', runtime: 100 })
  await buildFilm(app, { id: films.short, releaseDate: '2001-01-01', runtime: 9 })
  await buildFilm(app, { id: films.blank, releaseDate: '', runtime: 0 })
  await buildFilm(app, { id: films.twice, title: 'Twice', releaseDate: '2001-01-01', runtime: 100 })
  await buildFilm(app, { id: films.hearted })
  const log = (
    film: number,
    day: number,
    given: { rating?: number; review?: string; tags?: string[] } = {},
  ) => buildLog(app, { author: member, film: { id: film }, createdAt: at(day), ...given })
  await log(films.twice, 1, { rating: 1, review: 'first', tags: ['Cinema'] })
  reviewId = (await log(films.twice, 2, { rating: 4, review: 'second' })).id
  await log(films.twice, 9, { tags: ['cinema', 'late'] })
  await log(films.old, 3, { rating: 2 })
  await log(films.short, 4, { rating: 5, tags: ['cinema'] })
  await log(films.blank, 5)
  await buildLog(app, { author: other, film: { id: films.hearted }, createdAt: at(20), tags: ['theirs'] })
  for (const movieId of [films.short, films.hearted, films.twice])
    await app.call(addFavourite, { as: member, params: { userId: member.id, movieId } })
  await app.db
    .insertInto('poster_overrides')
    .values({ member_id: member.id, film_id: films.twice, poster_path: '/mine.jpg' })
    .execute()
})
afterAll(() => app.close())

const read = (query: QueryOf<typeof listMemberFilms>, as = member) =>
  app.call(listMemberFilms, { as, params: { userId: member.id }, query })

const { old, short, blank, twice } = films
const orders: [QueryOf<typeof listMemberFilms>, number[]][] = [
  [{}, [twice, blank, short, old]],
  [{ order: 'asc' }, [old, short, blank, twice]],
  [{ sort: 'rating' }, [short, twice, old, blank]],
  [{ sort: 'rating', order: 'asc' }, [blank, old, twice, short]],
  [{ sort: 'release' }, [twice, short, old, blank]],
  [{ sort: 'release', order: 'asc' }, [blank, old, short, twice]],
  [{ sort: 'runtime' }, [twice, old, short, blank]],
  [{ sort: 'runtime', order: 'asc' }, [blank, short, old, twice]],
  [{ sort: 'favorites' }, [twice, short]],
  [{ sort: 'favorites', order: 'asc' }, [twice, short]],
  [{ tag: 'CINEMA' }, [twice, short]],
  [{ tag: 'cinema', sort: 'rating' }, [short, twice]],
  [{ tag: 'cinema', sort: 'runtime' }, [twice, short]],
  [{ tag: 'cinema', sort: 'favorites' }, [twice, short]],
  [{ tag: 'late', sort: 'favorites' }, [twice]],
  [{ tag: 'theirs' }, []],
  [{ q: 'twi', sort: 'favorites' }, [twice]],
  [{ q: 'cine', sort: 'rating' }, [short, twice]],
  [{ q: 'film 10', sort: 'runtime', order: 'asc' }, [blank, short, old]],
]

test.each(orders)('%o', async (query, expected) => {
  expect((await read(query)).data.map((film) => film.tmdbId)).toEqual(expected)
  expect((await read(query, other)).data.map((film) => film.tmdbId)).toEqual(expected)
  const paged = await allPages((page) => read({ ...query, ...page }))
  expect(paged.map((film) => film.tmdbId)).toEqual(expected)
})

test('a film says what the newest logs say', async () => {
  const { data } = await read({ limit: 1 })
  expect(data).toEqual([
    {
      tmdbId: twice,
      title: 'Twice',
      titleLang: '',
      poster_path: `/poster${twice}-0.jpg`,
      poster: `/t/p/w500/poster${twice}-0.jpg`,
      posterOverride: '/t/p/w500/mine.jpg',
      release_date: '2001-01-01',
      rating: 4,
      isFavorite: true,
      reviewId,
      createdAt: at(9).toISOString(),
    },
  ])
  const { data: all } = await read({}, other)
  expect(all.find((film) => film.tmdbId === blank)).toMatchObject({
    rating: null,
    isFavorite: false,
    reviewId: null,
    posterOverride: null,
  })
})

test('guests and unknown members', async () => {
  expect((await app.call(listMemberFilms, { params: { userId: member.id } })).status).toBe(401)
  const unknown = await app.call(listMemberFilms, { as: member, params: { userId: randomUUID() } })
  expect(unknown.error.code).toBe('member.not_found')
})

test('a cursor that is none is refused', async () => {
  for (const sort of ['added', 'rating', 'runtime', 'favorites'] as const)
    for (const cursor of [
      'nonsense',
      forgedCursor('x', '1'),
      forgedCursor('1\0', '1'),
      forgedCursor('99999999999', 'y'),
    ])
      expect((await read({ sort, cursor })).error.code, `${sort} ${cursor}`).toBe('request.invalid')
})

test('a member’s tags come with their logs, the commonest first, for every member', async () => {
  for (const as of [member, other])
    expect((await app.call(listMemberTags, { as, params: { userId: member.id } })).data).toEqual([
      { tag: 'cinema', logs: 3, lists: 0 },
      { tag: 'late', logs: 1, lists: 0 },
    ])
  const unknown = await app.call(listMemberTags, { as: member, params: { userId: randomUUID() } })
  expect([unknown.status, unknown.error.code]).toEqual([404, 'member.not_found'])
})

test('how a member rates counts each film once, by the newest log with stars', async () => {
  const rater = await buildMember(app)
  const [one, two, unrated] = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
  const ratings = async () =>
    (await app.call(getMemberRatings, { as: member, params: { userId: rater.id } })).data
  const byRating = Array.from({ length: 10 }, () => 0)
  expect(await ratings()).toEqual({ ratings: 0, average: null, byRating })
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  await buildLog(app, { author: rater, film: one, rating: 1, createdAt: at(3) })
  await buildLog(app, { author: rater, film: one, rating: 4, createdAt: at(2) })
  await buildLog(app, { author: rater, film: one, createdAt: at(1) })
  await buildLog(app, { author: rater, film: two, rating: 4.5 })
  await buildLog(app, { author: rater, film: unrated })
  expect(await ratings()).toEqual({
    ratings: 2,
    average: 4.25,
    byRating: byRating.with(7, 1).with(8, 1),
  })
  const unknown = await app.call(getMemberRatings, { as: member, params: { userId: randomUUID() } })
  expect([unknown.status, unknown.error.code]).toEqual([404, 'member.not_found'])
})

test('films that are loved for oneself alone are among the loved ones of nobody else’s list', async () => {
  const loveFor = (audience: 'me' | 'members') =>
    app.db
      .updateTable('favourites')
      .set({ audience })
      .where('member_id', '=', member.id)
      .where('film_id', '=', short)
      .execute()
  const ofLogs = (as: TestMember) =>
    app.call(listMemberLogs, { as, params: { userId: member.id }, query: {} })
  const loved = async (as: TestMember) => [
    (await read({ sort: 'favorites' }, as)).data.map(({ tmdbId }) => tmdbId),
    (await read({}, as)).data.flatMap(({ tmdbId, isFavorite }) => (isFavorite ? [tmdbId] : [])),
    [...new Set((await ofLogs(as)).data.flatMap(({ tmdbId, isFavorite }) => (isFavorite ? [tmdbId] : [])))],
  ]
  await loveFor('me')
  expect(await loved(member)).toEqual([
    [twice, short],
    [twice, short],
    [twice, short],
  ])
  expect(await loved(other)).toEqual([[twice], [twice], [twice]])
  await loveFor('members')
})

test('the marks of all films are the member’s own, with the newest rating there is', async () => {
  await app.db
    .insertInto('watchlist_items')
    .values({ member_id: member.id, film_id: old, audience: 'me' })
    .execute()
  const of = { as: member, params: { userId: member.id } }
  await app.call(getFilmMarks, of)
  expect(await app.recordStatements(() => app.call(getFilmMarks, of))).toHaveLength(1)
  const { data } = await app.call(getFilmMarks, of)
  expect(data).toEqual({
    seen: [
      [old, 2],
      [short, 5],
      [blank, null],
      [twice, 4],
    ],
    watchlist: [old],
    favourites: [short, twice, films.hearted],
  })
  const others = await app.call(getFilmMarks, { as: other, params: { userId: member.id } })
  expect(others.error.code).toBe('request.not_yours')
  expect((await app.call(getFilmMarks, { as: other, params: { userId: other.id } })).data.seen).toEqual([
    [films.hearted, null],
  ])
})

test('what was typed is found in titles and tags, whatever its case, accents and letters', async () => {
  const reader = await buildMember(app)
  const seen = async (title: string, tags: string[] = []) => {
    const film = await buildFilm(app, { title })
    await buildLog(app, { author: reader, film, tags })
  }
  await seen('Amélie')
  await seen('Les Misérables', ['été'])
  await seen('إِحْكِي يا شهرزاد')
  await seen('100% Wolf')
  await seen('Wolf_Walkers', ['حكايات'])
  const found = async (q: string, query = {}) => {
    const { data } = await app.call(listMemberFilms, {
      as: other,
      params: { userId: reader.id },
      query: { ...query, q },
    })
    return data.map(({ title }) => title)
  }
  expect(await found('AMELIE')).toEqual(['Amélie'])
  expect(await found('iserab')).toEqual(['Les Misérables'])
  expect(await found('Ete')).toEqual(['Les Misérables'])
  expect(await found('احكي')).toEqual(['إِحْكِي يا شهرزاد'])
  expect(await found('حكاي')).toEqual(['Wolf_Walkers'])
  expect((await found('wolf')).toSorted()).toEqual(['100% Wolf', 'Wolf_Walkers'])
  // Signs stand for themselves, and for nothing in a pattern.
  expect(await found('100%')).toEqual(['100% Wolf'])
  expect(await found('w_lf')).toEqual([])
  expect(await found('wolf', { tag: 'حكايات' })).toEqual(['Wolf_Walkers'])
  expect(await found('paris')).toEqual([])
})

test('a search for more than a tag may hold is refused', async () => {
  expect((await read({ q: 'x'.repeat(201) })).error.code).toBe('request.invalid')
})

test('of one’s own, a film says whom the widest of its logs is for', async () => {
  const [owner, other] = [await buildMember(app), await buildMember(app)]
  const [open, narrow, both] = [await buildFilm(app), await buildFilm(app), await buildFilm(app)]
  await buildLog(app, { author: owner, film: open })
  await buildLog(app, { author: owner, film: narrow, audience: 'me' })
  await buildLog(app, { author: owner, film: both, audience: 'me' })
  await buildLog(app, { author: owner, film: both, audience: 'followers' })
  const audiences = async (as: TestMember) => {
    const { data } = await app.call(listMemberFilms, { as, params: { userId: owner.id }, query: {} })
    return Object.fromEntries(data.map(({ tmdbId, audience }) => [tmdbId, audience]))
  }
  expect(await audiences(owner)).toEqual({ [open.id]: undefined, [narrow.id]: 'me', [both.id]: 'followers' })
  expect(await audiences(other)).toEqual({ [open.id]: undefined })
})
