import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browseFilms, listFilmValues } from '#shared/api/browse.ts'
import type { QueryOf } from '#shared/api/endpoint.ts'
import type { FilmItem } from '#shared/api/films.ts'
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
import { upsertFilm } from './films.service.ts'

type Query = QueryOf<typeof browseFilms>

let app: TestApp
let member: TestMember

const browse = (query: Query, as = member, of = app) => of.call(browseFilms, { query, as })

/** Every window to the end. */
async function walk(query: Query, as = member, of = app) {
  const films: FilmItem[] = []
  let total: number | null = null
  let cursor: string | undefined
  for (let window = 0; window < 60; window += 1) {
    const { data } = await browse({ ...query, ...(cursor !== undefined && { cursor }) }, as, of)
    if (window === 0) total = data.total
    films.push(...data.results)
    if (data.next === null) return { films, total, ids: films.map(({ id }) => id) }
    cursor = data.next
  }
  throw new Error('there is no end')
}

const countStats = (filmId: number, logs: number, ratings = 0, sum = 0) =>
  sql`insert into film_stats (film_id, logs, ratings, rating_sum, by_rating)
    values (${filmId}, ${logs}, ${ratings}, ${sum}, array_fill(0, array[10]))`.execute(app.db)

const favour = (by: TestMember, filmId: number) =>
  app.db.insertInto('favourites').values({ member_id: by.id, film_id: filmId }).execute()

/** Films that Scene has a record of from now on. */
async function remember(...ids: number[]) {
  for (const id of ids) {
    const details = await app.ctx.filmSource.film(id)
    if (details) await upsertFilm(app.db, details)
  }
}

describe('the built-in catalogue', () => {
  /** Few enough to walk through. */
  const egyptian = { country: 'EG' }
  let all: number[]

  beforeAll(async () => {
    app = await startTestApp({ env: { SEARCH_HIDDEN_FILMS: '603' } })
    member = await buildMember(app)
    all = (await walk(egyptian)).ids
  })
  beforeEach(async () => {
    await sql`truncate film_stats, logs, favourites, watchlist_items cascade`.execute(app.db)
    member = await buildMember(app)
  })
  afterAll(() => app.close())

  test('is not for guests', async () => {
    expect((await app.call(browseFilms, { query: {} })).status).toBe(401)
    expect((await app.call(listFilmValues, { query: {} })).status).toBe(401)
  })

  test('each window has 24 films, and all of them are as many as was said', async () => {
    const { data } = await browse({})
    expect(data.results).toHaveLength(24)
    expect(data.total).toBeGreaterThan(10_000)
    const { ids, total } = await walk(egyptian)
    expect(ids.length).toBeGreaterThan(24)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(total ?? 0)
  })

  test('every choice holds', async () => {
    const { films, total } = await walk({ genre: '27,35', decade: '1980', lang: 'en', len: 'medium' })
    expect(films.length).toBeGreaterThan(0)
    expect(total).toBe(films.length)
    for (const film of films) {
      expect(film.genre_ids).toEqual(expect.arrayContaining([27, 35]))
      expect(film.release_date).toMatch(/^198/)
      expect(film.original_language).toBe('en')
      const runtime = (await app.ctx.filmSource.film(film.id))?.runtime ?? 0
      expect(runtime).toBeGreaterThanOrEqual(90)
      expect(runtime).toBeLessThanOrEqual(120)
    }
    const year = await walk({ genre: '27', year: '1984', decade: '1980' })
    for (const film of year.films) expect(film.release_date).toMatch(/^1984/)
    expect((await browse({ year: '1994', decade: '1980' })).data).toMatchObject({ results: [], total: 0 })
  })

  test.each(['popular', 'average', 'newest', 'oldest', 'title'])(
    'sorted by %s all are there',
    async (sort) => {
      const { films, total } = await walk({ ...egyptian, sort })
      expect(total).toBe(all.length)
      expect(new Set(films.map(({ id }) => id))).toEqual(new Set(all))
    },
  )

  test('by date the newest or the oldest come first', async () => {
    const dates = async (sort: string) =>
      (await walk({ ...egyptian, sort })).films.map((film) => film.release_date)
    const [newest, oldest] = [await dates('newest'), await dates('oldest')]
    expect(newest).toEqual(newest.toSorted().toReversed())
    expect(oldest).toEqual(oldest.toSorted())
  })

  test('the shortest first are those whose length is known, in its order', async () => {
    const { films, total } = await walk({ lang: 'ar', sort: 'shortest' })
    const minutes = []
    for (const film of films) minutes.push((await app.ctx.filmSource.film(film.id))?.runtime ?? 0)
    expect(minutes.length).toBeGreaterThan(24)
    expect(minutes).toHaveLength(total ?? 0)
    expect(new Set(films.map(({ id }) => id)).size).toBe(films.length)
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
    expect(minutes[0]).toBeGreaterThan(0)
    const short = await walk({ lang: 'ar', sort: 'shortest', len: 'short' })
    expect(short.films).toEqual(films.slice(0, short.total ?? 0))
  })

  test('what is logged here comes first, once', async () => {
    const [first = 0, second = 0] = all.slice(-2)
    const other = await buildFilm(app, { title: 'Of another country' })
    await remember(first, second)
    await countStats(first, 3)
    await countStats(second, 7)
    await countStats(other.id, 90)
    const { ids, total } = await walk(egyptian)
    expect(ids.slice(0, 2)).toEqual([second, first])
    expect(ids.slice(2)).toEqual(all.filter((id) => id !== first && id !== second))
    expect(total).toBe(all.length)
  })

  test('an average needs three ratings', async () => {
    const [fine = 0, best = 0, lone = 0] = all.slice(-3)
    await remember(fine, best, lone)
    await countStats(fine, 9, 4, 4 * 7)
    await countStats(best, 3, 3, 3 * 9)
    await countStats(lone, 2, 2, 2 * 10)
    const { ids } = await walk({ ...egyptian, sort: 'average' })
    expect(ids.slice(0, 2)).toEqual([best, fine])
    expect(ids).toHaveLength(all.length)
  })

  test('films that one has seen are left out, and counted out', async () => {
    const [first = 0, second = 0, third = 0] = all
    const elsewhere = await buildFilm(app, { id: 550 })
    await remember(first, second, third)
    await countStats(first, 5)
    await countStats(third, 4)
    for (const id of [first, second, elsewhere.id])
      await buildLog(app, { author: member, film: { id }, rating: 4 })
    await buildLog(app, { author: member, film: { id: first } })
    const { ids, total } = await walk({ ...egyptian, seen: 'no' })
    expect(ids[0]).toBe(third)
    expect(new Set(ids)).toEqual(new Set(all.slice(2)))
    expect(total).toBe(all.length - 2)
    expect((await walk(egyptian)).total).toBe(all.length)
  })

  test('the watchlist is one’s own, and any choice goes with it', async () => {
    const stranger = await buildMember(app)
    const [first = 0, second = 0, third = 0] = all
    await remember(first, second, third, 550)
    const put = (by: TestMember, filmId: number, isPrivate: boolean) =>
      app.db
        .insertInto('watchlist_items')
        .values({ member_id: by.id, film_id: filmId, audience: isPrivate ? 'me' : 'members' })
        .execute()
    await put(member, first, true)
    await put(member, second, false)
    await put(member, 550, false)
    await put(stranger, third, false)
    await buildLog(app, { author: member, film: { id: first } })
    const mine = await walk({ watchlist: '1', sort: 'oldest' })
    expect(new Set(mine.ids)).toEqual(new Set([first, second, 550]))
    expect(mine.total).toBe(3)
    expect((await walk({ ...egyptian, watchlist: '1' })).total).toBe(2)
    expect((await walk({ ...egyptian, watchlist: '1', seen: 'no' })).ids).toEqual([second])
    expect(await walk({ watchlist: '1', friends: '1' })).toMatchObject({ ids: [], total: 0 })
  })

  test('friends liked what they favour, and what they rated four stars or more at last', async () => {
    const [friend, other] = [await buildMember(app), await buildMember(app)]
    await follow(app, member, friend)
    const [loved = 0, hearted = 0, disliked = 0, cooled = 0, strange = 0] = all
    await remember(loved, hearted, disliked, cooled, strange)
    const rate = (author: TestMember, id: number, rating: number, daysAgo: number) =>
      buildLog(app, { author, film: { id }, rating, createdAt: new Date(Date.now() - daysAgo * 86_400_000) })
    await rate(friend, loved, 4, 1)
    await rate(friend, disliked, 3.5, 1)
    await rate(friend, cooled, 5, 9)
    await rate(friend, cooled, 2, 1)
    await rate(other, strange, 5, 1)
    await favour(friend, hearted)
    const { ids, total } = await walk({ friends: '1' })
    expect(new Set(ids)).toEqual(new Set([loved, hearted]))
    expect(total).toBe(2)
    await rate(member, loved, 4, 0)
    expect((await walk({ friends: '1', seen: 'no' })).ids).toEqual([hearted])
  })

  test('of a person all films, as on their page, and any choice goes with it', async () => {
    const person = (await app.ctx.filmSource.searchPeople('Christopher Nolan', 1)).results[0]?.id ?? 0
    const page = await app.ctx.filmSource.person(person)
    const credits = new Set([...(page?.cast ?? []), ...(page?.crew ?? [])].map(({ id }) => id))
    expect(credits.size).toBeGreaterThan(5)
    const everything = await walk({ person: String(person) })
    expect(new Set(everything.ids)).toEqual(credits)
    expect(everything.total).toBe(credits.size)
    const [first = 0, second = 0, other = 0] = [...everything.ids.slice(-2), ...all]
    await remember(first, second, other)
    await countStats(second, 5)
    await countStats(other, 9)
    await buildLog(app, { author: member, film: { id: first } })
    await favour(member, other)
    expect((await walk({ person: String(person) })).ids[0]).toBe(second)
    const unseen = await walk({ person: String(person), seen: 'no' })
    expect(unseen).toMatchObject({ total: credits.size - 1 })
    expect(unseen.ids).not.toContain(first)
    for (const id of [first, other])
      await app.db.insertInto('watchlist_items').values({ member_id: member.id, film_id: id }).execute()
    expect(await walk({ person: String(person), watchlist: '1' })).toMatchObject({ ids: [first], total: 1 })
  })

  test('a person that does not exist is in no film', async () => {
    const { data } = await browse({ person: '999999999', genre: '18' })
    expect(data).toEqual({ results: [], total: 0, dropped: ['person'], next: null })
    expect((await browse({ person: 'nolan', country: 'EG' })).data).toMatchObject({
      total: all.length,
      dropped: ['person'],
    })
  })

  test('choices of what does not exist are left out and named', async () => {
    const { data } = await browse({
      genre: '18,99999',
      country: 'ZZ',
      lang: 'qq',
      on: '8',
      region: 'SA',
      sort: 'worst',
      year: '1994',
    })
    expect(new Set(data.dropped)).toEqual(new Set(['genre', 'country', 'lang', 'on', 'sort']))
    const same = await browse({ genre: '18', year: '1994' })
    expect(data).toMatchObject({ results: same.data.results, total: same.data.total })
    expect(same.data.dropped).toEqual([])
    for (const cursor of ['x', 'here', 'here.-1', 'source.1.2.3', 'else.1'])
      expect((await browse({ cursor })).error.code).toBe('request.invalid')
    expect((await browse({ cursor: 'source.999999' })).data).toMatchObject({ results: [], next: null })
  })

  test('a hidden film is neither shown nor counted', async () => {
    const matrix = { genre: '28,878', year: '1999', lang: 'en' }
    const { ids, total } = await walk(matrix)
    expect(ids).not.toContain(603)
    expect(ids).toHaveLength(total ?? 0)
    const filter = { genres: { all: [28, 878] }, from: 1999, to: 1999, language: 'en', minVotes: 11 }
    const source = await app.ctx.filmSource.discover(filter, 'popular', 1)
    expect(source.total_results).toBe((total ?? 0) + 1)
  })

  test('tells what films can be browsed by', async () => {
    const { data } = await app.call(listFilmValues, { query: { region: 'SA' }, as: member })
    expect(data.genres.map(({ id }) => id)).toContain(18)
    expect(data.countries).toContain('SA')
    expect(data.languages).toContain('ar')
    expect(data.providers).toEqual([])
  })
})

describe('a film database on the network', () => {
  let source: FilmSourceServer
  /** Of each film how many minutes it takes. */
  let minutes: Map<number, number>

  beforeAll(async () => {
    source = await startFilmSourceServer()
    app = await startTestApp({ env: { TMDB_BASE_URL: source.url, TMDB_API_KEY: 'key' } })
    member = await buildMember(app)
  })
  afterAll(async () => {
    await app.close()
    await source.close()
  })
  beforeEach(async () => {
    await sql`truncate film_source_cache, film_stats, logs, films cascade`.execute(app.db)
    minutes = new Map(Array.from({ length: 30 }, (_, at) => [1000 + at, 60 + ((at * 7) % 45)]))
    for (let at = 0; at < 45; at += 1) minutes.set(2000 + at, 95)
    source.otherwise((path, query) => {
      if (path === '/genre/movie/list') return { json: { genres: [{ id: 18, name: 'Drama' }] } }
      if (path === '/configuration/countries') return { json: [{ iso_3166_1: 'SA' }] }
      if (path === '/configuration/languages') return { json: [{ iso_639_1: 'ar' }] }
      if (path === '/watch/providers/movie') {
        const shop = { provider_id: 8, provider_name: 'Shop', logo_path: '/shop.jpg', display_priority: 1 }
        return { json: { results: query.get('watch_region') === 'SA' ? [shop] : [] } }
      }
      if (path === '/discover/movie') {
        const least = Number(query.get('with_runtime.gte') ?? 0)
        const most = Number(query.get('with_runtime.lte') ?? Infinity)
        const found = [...minutes].filter(([, length]) => length >= least && length <= most)
        const page = Number(query.get('page'))
        const results = found.slice((page - 1) * 20, page * 20).map(([id]) => wireFilm(id))
        const total_pages = Math.ceil(found.length / 20)
        return { json: wirePage(results, { page, total_pages, total_results: found.length }) }
      }
      const id = Number(path.split('/').at(-1))
      const runtime = minutes.get(id)
      return runtime === undefined ? wireErrors.notFound : { json: wireDetails(id, { runtime }) }
    })
  })

  test('is asked in its own words', async () => {
    source.requests.length = 0
    await browse({
      genre: '18',
      decade: '1990',
      country: 'SA',
      lang: 'ar',
      len: 'long',
      on: '8',
      region: 'SA',
    })
    const asked = source.requests.find(({ url }) => url.startsWith('/discover/movie'))
    const query = new URL(asked?.url ?? '', source.url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      with_genres: '18',
      'primary_release_date.gte': '1990-01-01',
      'primary_release_date.lte': '1999-12-31',
      with_origin_country: 'SA',
      with_original_language: 'ar',
      'with_runtime.gte': '121',
      with_watch_providers: '8',
      watch_region: 'SA',
      'vote_count.gte': '11',
      include_adult: 'false',
      sort_by: 'popularity.desc',
    })
  })

  test('is asked for a person’s films however few know them', async () => {
    source.otherwise((path) => {
      if (path === '/person/7') return { json: { id: 7, name: 'Somebody' } }
      return path === '/discover/movie' ? { json: wirePage([wireFilm(1000)]) } : wireErrors.notFound
    })
    source.requests.length = 0
    const { data } = await browse({ person: '7' })
    expect(data.results.map(({ id }) => id)).toEqual([1000])
    const asked = source.requests.find(({ url }) => url.startsWith('/discover/movie'))
    const query = new URL(asked?.url ?? '', source.url).searchParams
    expect(query.get('with_people')).toBe('7')
    expect(query.has('vote_count.gte')).toBe(false)
    expect((await browse({ person: '8' })).data).toMatchObject({ total: 0, dropped: ['person'] })
  })

  test('tells who streams films in a region', async () => {
    const { data } = await app.call(listFilmValues, { query: { region: 'SA' }, as: member })
    expect(data.providers).toEqual([{ provider_id: 8, provider_name: 'Shop', logo_path: '/shop.jpg' }])
    expect((await browse({ on: '8,9', region: 'SA' })).data.dropped).toEqual(['on'])
    expect((await browse({ on: '8' })).data.dropped).toEqual(['on'])
  })

  test('the shortest first, however many take as long', async () => {
    const { films, total } = await walk({ sort: 'shortest' })
    expect(total).toBe(75)
    expect(new Set(films.map(({ id }) => id)).size).toBe(75)
    const lengths = films.map(({ id }) => minutes.get(id) ?? 0)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  })

  test('of one’s own films those that are streamed, without a count', async () => {
    const shelf = [3000, 3001, 3002]
    for (const id of shelf) {
      await buildFilm(app, { id })
      await app.db.insertInto('watchlist_items').values({ member_id: member.id, film_id: id }).execute()
    }
    const flatrate = [{ provider_id: 8, provider_name: 'Shop', logo_path: '/shop.jpg' }]
    const offers = { results: { SA: { link: 'https://example.org', flatrate } } }
    source.otherwise((path) => {
      if (path === '/watch/providers/movie') return { json: { results: flatrate } }
      const id = Number(path.split('/').at(-1))
      if (!shelf.includes(id)) return wireErrors.notFound
      return { json: wireDetails(id, { 'watch/providers': id === 3001 ? offers : { results: {} } }) }
    })
    const { ids, total } = await walk({ watchlist: '1', on: '8', region: 'SA' })
    expect(ids).toEqual([3001])
    expect(total).toBeNull()
  })

  test('says so where neither the source nor an earlier answer is at hand', async () => {
    source.otherwise(() => wireErrors.gateway)
    const { status, error } = await browse({ year: '1962' })
    expect([status, error.code]).toEqual([503, 'film.source_down'])
  })
})
