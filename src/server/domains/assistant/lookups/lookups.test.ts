import { markSeen } from '#shared/api/seen.ts'
import type { Viewer } from '#server/core/http.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePage,
} from '#test/fakes/film-source-server.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import type { Filters, Mood, Period } from '#server/adapters/language/language.ts'
import { discoverFilms, trendingNow } from './discover.service.ts'
import { compareFilms, filmFacts, similarFilms } from './films.service.ts'
import { friendsLoved, friendsOf } from './friends.service.ts'
import { moods } from './film-filters.ts'
import { myBest, myLast, myLogsOf, myStats, myWatchlist } from './own.service.ts'
import { englishReader } from '#shared/film-titles.ts'

const horror = 27
const drama = 18
const parasite = 496_243
const inception = 27_205
const always: Period = { from: null, to: null }

let now = new Date('2026-06-15T12:00:00Z')
let app: TestApp
let member: TestMember
let viewer: TestMember & Viewer

beforeAll(async () => {
  app = await startTestApp({ overrides: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await buildMember(app)
  viewer = { ...member, sessionId: '', emailVerified: true, titles: englishReader }
})

const details = async (id: number): Promise<SourceFilmDetails> => {
  const film = await app.ctx.filmSource.film(id)
  if (!film) throw new Error(`no film ${id}`)
  return film
}

const watch = (film: { id: number }, isPrivate = false) =>
  app.db
    .insertInto('watchlist_items')
    .values({ member_id: member.id, film_id: film.id, audience: isPrivate ? 'me' : 'members' })
    .execute()

describe('films by what they are', () => {
  const discover = (filters: Filters, order: 'popular' | 'best' | 'newest' | 'oldest' = 'popular') =>
    discoverFilms(app.ctx, viewer, { filters, order })

  test('each of them fits every filter', async () => {
    const filters = { genres: [horror], without: [35], from: 1970, to: 1989, shortest: 80, longest: 110 }
    const { films } = await discover(filters, 'best')
    expect(films.length).toBeGreaterThan(5)
    for (const { id } of films) {
      const film = await details(id)
      expect(film.genre_ids).toContain(horror)
      expect(film.genre_ids).not.toContain(35)
      expect(Number(film.release_date.slice(0, 4))).toBeGreaterThanOrEqual(1970)
      expect(Number(film.release_date.slice(0, 4))).toBeLessThanOrEqual(1989)
      expect(film.runtime).toBeGreaterThanOrEqual(80)
      expect(film.runtime).toBeLessThanOrEqual(110)
    }
    const ratings = films.map((film) => film.rating ?? 0)
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
  })

  test('by country and language, whose films a search would hold to more votes', async () => {
    const korean = await discover({ language: 'ko' }, 'best')
    for (const { id } of korean.films) expect((await details(id)).original_language).toBe('ko')
    expect(korean.films.length).toBeGreaterThan(5)
    const egyptian = await discover({ country: 'EG' })
    expect(egyptian.films.length).toBeGreaterThan(0)
    for (const { id } of egyptian.films) expect((await details(id)).origin_country).toContain('EG')
    expect((await discover({ language: 'hi' })).films).toEqual([])
  })

  test('by people, who must be known', async () => {
    const found = await discover({ people: ['Brad Pitt', 'fincher'] })
    expect(found.people).toEqual(['Brad Pitt', 'David Fincher'])
    expect(found.films.map((film) => film.title)).toContain('Fight Club')
    expect(await discover({ people: ['Brad Pitt', 'Zzqxjw Vvkq'] })).toMatchObject({
      films: [],
      unknownPeople: ['Zzqxjw Vvkq'],
    })
  })

  test.each(Object.keys(moods) as Mood[])('%s ones', async (mood) => {
    const { films } = await discover({ mood })
    expect(films).toHaveLength(6)
    for (const { id } of films) {
      const { genre_ids, vote_average } = await details(id)
      expect(moods[mood].genres.some((genre) => genre_ids.includes(genre))).toBe(true)
      expect(moods[mood].without.some((genre) => genre_ids.includes(genre))).toBe(false)
      expect(vote_average).toBeGreaterThanOrEqual(moods[mood].minRating)
    }
  })

  test('what is recommended is not seen yet, the same all day, and other films tomorrow and for others', async () => {
    const [first] = (await discover({ genres: [drama] })).films
    if (!first) throw new Error('nothing is recommended')
    await requireFilm(app.ctx, first.id)
    await buildLog(app, { author: member, film: first })
    const today = await discover({ genres: [drama] })
    expect(today.films.map((film) => film.id)).not.toContain(first.id)
    expect(today.films.every((film) => !film.seen)).toBe(true)
    expect(await discover({ genres: [drama] })).toEqual(today)
    const other = await buildMember(app)
    const theirs = await discoverFilms(
      app.ctx,
      { ...other, sessionId: '', emailVerified: true, titles: englishReader },
      { filters: { genres: [drama] }, order: 'popular' },
    )
    expect(theirs.films).not.toEqual(today.films)
    now = new Date('2026-06-16T12:00:00Z')
    expect((await discover({ genres: [drama] })).films).not.toEqual(today.films)
  })

  test('with what speaks for them: the watchlist, and a friend who rated it high', async () => {
    const friend = await buildMember(app)
    await follow(app, member, friend)
    const { films } = await discover({ genres: [horror] }, 'best')
    const [first, second] = films
    if (!first || !second) throw new Error('too few films')
    for (const film of [first, second]) await requireFilm(app.ctx, film.id)
    await buildLog(app, { author: friend, film: first, rating: 4.5 })
    await buildLog(app, { author: friend, film: second, rating: 3 })
    await buildLog(app, { author: await buildMember(app), film: second, rating: 5 })
    await watch(second)
    expect((await discover({ genres: [horror] }, 'best')).films.slice(0, 2)).toMatchObject([
      { id: first.id, friend: { username: friend.username, rating: 4.5 }, onWatchlist: false },
      { id: second.id, friend: null, onWatchlist: true },
    ])
  })

  test('what trends', async () => {
    const { films } = await trendingNow(app.ctx, viewer)
    expect(films).toHaveLength(12)
  })
})

test('a film that the source lists on two pages is named once', async () => {
  const source = await startFilmSourceServer()
  source.otherwise((path) => {
    if (path === '/discover/movie') return { json: wirePage([wireFilm(7), wireFilm(8)], { total_pages: 2 }) }
    return path === '/movie/5' ? { json: wireDetails(5) } : wireErrors.notFound
  })
  const away = await startTestApp({ env: { TMDB_BASE_URL: source.url } })
  const someone = { ...(await buildMember(away)), sessionId: '', emailVerified: true, titles: englishReader }
  const found = await discoverFilms(away.ctx, someone, { filters: {}, order: 'popular' })
  expect(found.films.map((film) => film.id)).toEqual([7, 8])
  const similar = await similarFilms(away.ctx, someone, { id: 5 })
  expect(similar.films.map((film) => film.id)).toEqual([7, 8])
  await away.close()
  await source.close()
})

describe('one film', () => {
  test('its facts, and what the viewer did with it', async () => {
    await requireFilm(app.ctx, parasite)
    await buildLog(app, { author: member, film: { id: parasite }, rating: 4.5, watchedAt: '2026-01-05' })
    await watch({ id: parasite }, true)
    expect(await filmFacts(app.ctx, viewer, { id: parasite })).toMatchObject({
      title: 'Parasite',
      year: 2019,
      directors: ['Bong Joon-ho'],
      minutes: 132,
      language: 'ko',
      countries: ['KR'],
      mine: { logs: 1, rating: 4.5, lastDay: '2026-01-05', onWatchlist: true, favourite: false },
    })
  })

  test('that the source dropped is what Scene remembers', async () => {
    const film = await buildFilm(app, { title: 'Gone', runtime: 90, countries: ['TN'], language: 'ar' })
    expect(await filmFacts(app.ctx, viewer, film)).toMatchObject({
      title: 'Gone',
      minutes: 90,
      countries: ['TN'],
      language: 'ar',
      directors: [],
    })
    await expect(filmFacts(app.ctx, viewer, { id: 1 })).rejects.toMatchObject({ code: 'film.not_found' })
    await expect(similarFilms(app.ctx, viewer, { id: 1 })).rejects.toMatchObject({ code: 'film.not_found' })
  })

  test('similar films, unlike it in what is asked', async () => {
    const film = await details(inception)
    const similar = async (input: Omit<Parameters<typeof similarFilms>[2], 'id'>) => {
      const { films } = await similarFilms(app.ctx, viewer, { id: inception, ...input })
      expect(films.length).toBeGreaterThan(2)
      expect(films.map(({ id }) => id)).not.toContain(inception)
      return Promise.all(films.map(({ id }) => details(id)))
    }
    for (const other of await similar({ than: 'newer' }))
      expect(other.release_date.slice(0, 4) > film.release_date.slice(0, 4)).toBe(true)
    for (const other of await similar({ than: 'older' }))
      expect(other.release_date.slice(0, 4) < film.release_date.slice(0, 4)).toBe(true)
    for (const other of await similar({ than: 'shorter' })) expect(other.runtime).toBeLessThan(film.runtime)
    for (const other of await similar({ than: 'longer' })) expect(other.runtime).toBeGreaterThan(film.runtime)
    for (const other of await similar({ filters: { mood: 'funny' } })) expect(other.genre_ids).toContain(35)
    for (const other of await similar({ filters: { country: 'FR' } }))
      expect(other.origin_country).toContain('FR')
  })

  test('beside another', async () => {
    const { films } = await compareFilms(app.ctx, viewer, { a: parasite, b: inception })
    expect(films.map((film) => film.title)).toEqual(['Parasite', 'Inception'])
  })
})

describe('the own diary', () => {
  test('goes by the watched day, and by any filter', async () => {
    const films = {
      old: await buildFilm(app, {
        releaseDate: '1985-02-01',
        genreIds: [horror],
        runtime: 90,
        countries: ['IT'],
      }),
      new: await buildFilm(app, {
        releaseDate: '2015-02-01',
        genreIds: [drama],
        runtime: 150,
        language: 'fr',
      }),
      bare: await buildFilm(app, { releaseDate: '' }),
    }
    await buildLog(app, { author: member, film: films.old, rating: 2, watchedAt: '2026-01-31' })
    await buildLog(app, { author: member, film: films.old, rating: 3, watchedAt: '2025-12-31' })
    await buildLog(app, { author: member, film: films.new, rating: 4.5, watchedAt: '2026-02-01' })
    await buildLog(app, { author: member, film: films.bare, watchedAt: '2026-03-01' })
    const best = async (filters: Filters, period: Period = always, order: 'best' | 'worst' = 'best') =>
      (await myBest(app.ctx, viewer, { order, period, filters })).films.map(({ id, rating }) => [id, rating])
    // The newest rating of each film counts, whatever day it was watched.
    expect(await best({})).toEqual([
      [films.new.id, 4.5],
      [films.old.id, 3],
    ])
    expect(await best({}, always, 'worst')).toEqual([
      [films.old.id, 3],
      [films.new.id, 4.5],
    ])
    const january = { from: '2026-01-01', to: '2026-01-31' }
    expect(await best({}, january)).toEqual([[films.old.id, 2]])
    expect((await myLast(app.ctx, viewer, { period: always, filters: {} })).films).toMatchObject([
      { id: films.bare.id, rating: null, day: '2026-03-01', year: null },
      { id: films.new.id, day: '2026-02-01' },
      { id: films.old.id, day: '2026-01-31' },
      { id: films.old.id, day: '2025-12-31' },
    ])
    const old = [[films.old.id, 3]]
    const fresh = [[films.new.id, 4.5]]
    for (const filters of [
      { genres: [horror] },
      { to: 1989 },
      { from: 1985, to: 1985 },
      { country: 'IT' },
      { longest: 100 },
      { without: [drama] },
      { mood: 'scary' as const },
    ])
      expect(await best(filters), JSON.stringify(filters)).toEqual(old)
    for (const filters of [{ language: 'fr' }, { from: 2000 }, { shortest: 120 }])
      expect(await best(filters), JSON.stringify(filters)).toEqual(fresh)
    expect(await best({ genres: [horror, drama] })).toEqual([])
  })

  test('counts', async () => {
    const film = await buildFilm(app, { releaseDate: '1994-05-01', genreIds: [drama, 80], runtime: 120 })
    const other = await buildFilm(app, { releaseDate: '1999-05-01', genreIds: [drama], runtime: 0 })
    await buildLog(app, { author: member, film, rating: 4, review: 'yes', watchedAt: '2026-01-01' })
    const again = await buildLog(app, { author: member, film, rating: 5, watchedAt: '2026-05-01' })
    await app.db.updateTable('logs').set({ rewatch_count: 1 }).where('id', '=', again.id).execute()
    await buildLog(app, { author: member, film: other, watchedAt: '2025-05-01' })
    expect(await myStats(app.ctx, viewer, { period: always })).toEqual({
      logs: 3,
      films: 2,
      rewatches: 1,
      reviews: 1,
      minutes: 240,
      averageRating: 4.5,
      genres: [
        { id: drama, films: 2 },
        { id: 80, films: 1 },
      ],
      decade: { from: 1990, films: 2 },
    })
    const { logs, films } = await myStats(app.ctx, viewer, { period: { from: '2026-02-01', to: null } })
    expect([logs, films]).toEqual([1, 1])
    expect(await myLogsOf(app.ctx, viewer, { filmId: film.id })).toMatchObject({
      mine: { logs: 2, rating: 5, lastDay: '2026-05-01' },
      logs: [
        { day: '2026-05-01', rating: 5, rewatch: true, review: '' },
        { day: '2026-01-01', rating: 4, rewatch: false, review: 'yes' },
      ],
    })
  })

  test('the own watchlist with private items, by any filter, and by people', async () => {
    const short = await buildFilm(app, { runtime: 80, voteAverage: 7 })
    const long = await buildFilm(app, { runtime: 180 })
    await watch(short, true)
    await watch(long)
    await requireFilm(app.ctx, inception)
    await watch({ id: inception })
    const found = async (filters: Filters) => {
      const { films, fitting, total } = await myWatchlist(app.ctx, viewer, { filters })
      expect(total).toBe(3)
      expect(fitting).toBe(films.length)
      return films.map((film) => film.id)
    }
    expect((await found({})).toSorted((a, b) => a - b)).toEqual(
      [inception, short.id, long.id].toSorted((a, b) => a - b),
    )
    expect(await found({ longest: 100 })).toEqual([short.id])
    expect(await found({ people: ['Christopher Nolan'] })).toEqual([inception])
    expect(await found({ people: ['zzqxjw vvkq'] })).toEqual([])
    const { films } = await myWatchlist(app.ctx, viewer, { filters: {}, order: 'longest' })
    expect(films.map((film) => film.id)).toEqual([long.id, inception, short.id])
  })
})

describe('friends', () => {
  test('love what they rate 4 stars or more on the whole, by their newest ratings', async () => {
    const friends = [await buildMember(app), await buildMember(app), await buildMember(app)] as const
    for (const friend of friends) await follow(app, member, friend)
    const [both, one, mixed, stranger] = [
      await buildFilm(app, { genreIds: [drama] }),
      await buildFilm(app),
      await buildFilm(app),
      await buildFilm(app),
    ]
    const day = (date: string) => new Date(`${date}T23:30:00Z`)
    const rate = (author: TestMember, film: { id: number }, rating: number, date: string) =>
      buildLog(app, { author, film, rating, createdAt: day(date) })
    await rate(friends[0], both, 1, '2026-04-01')
    await rate(friends[0], both, 4, '2026-05-01')
    await rate(friends[1], both, 4.5, '2026-05-02')
    await rate(friends[2], one, 5, '2026-05-03')
    await rate(friends[0], mixed, 5, '2026-05-03')
    await rate(friends[1], mixed, 2, '2026-05-03')
    await rate(await buildMember(app), stranger, 5, '2026-05-03')
    await rate(member, both, 2, '2026-05-03')
    const loved = async (filters: Filters = {}, period: Period = always) =>
      (await friendsLoved(app.ctx, viewer, { period, filters })).films
    expect(await loved()).toMatchObject([
      {
        id: both.id,
        friends: 2,
        average: 4.3,
        ratings: [
          { username: friends[1].username, rating: 4.5 },
          { username: friends[0].username, rating: 4 },
        ],
        seen: true,
      },
      { id: one.id, friends: 1, average: 5, seen: false },
    ])
    expect((await loved({ genres: [drama] })).map((film) => film.id)).toEqual([both.id])
    expect((await loved({}, { from: '2026-05-03', to: '2026-05-03' })).map((film) => film.id)).toEqual([
      one.id,
    ])
    const opinion = await friendsOf(app.ctx, viewer, { filmId: both.id })
    expect(opinion).toMatchObject({ friends: 2, average: 4.3, following: 3 })
    expect(opinion.logs.map((said) => said.username)).toEqual([friends[1].username, friends[0].username])
    expect(await friendsOf(app.ctx, viewer, { filmId: stranger.id })).toMatchObject({ friends: 0, logs: [] })
    // What a film is given by hand counts, whatever the diary said.
    await app.call(markSeen, {
      as: friends[1],
      params: { userId: friends[1].id, movieId: both.id },
      body: { rating: 1 },
    })
    expect(await friendsOf(app.ctx, viewer, { filmId: both.id })).toMatchObject({ friends: 2, average: 2.5 })
  })

  test('a review that is marked to tell the story is left out', async () => {
    const friend = await buildMember(app)
    await follow(app, member, friend)
    const film = await buildFilm(app)
    const { id } = await buildLog(app, { author: friend, film, rating: 3, review: 'the butler did it' })
    await app.db.updateTable('logs').set({ spoilers: true }).where('id', '=', id).execute()
    expect((await friendsOf(app.ctx, viewer, { filmId: film.id })).logs).toMatchObject([
      { rating: 3, review: '' },
    ])
  })
})

test('no look-up reads a table of all members from end to end', async () => {
  const friend = await buildMember(app)
  await follow(app, member, friend)
  const film = await buildFilm(app, { genreIds: [drama] })
  await buildLog(app, { author: friend, film, rating: 5 })
  await buildLog(app, { author: member, film, rating: 5 })
  await watch(film)
  const filters = { genres: [drama] }
  const statements = await app.recordStatements(async () => {
    await friendsLoved(app.ctx, viewer, { period: always, filters })
    await friendsOf(app.ctx, viewer, { filmId: film.id })
    await myWatchlist(app.ctx, viewer, { filters })
    await myBest(app.ctx, viewer, { order: 'best', period: always, filters })
    await myLast(app.ctx, viewer, { period: always, filters })
    await myStats(app.ctx, viewer, { period: always })
    await myLogsOf(app.ctx, viewer, { filmId: film.id })
    await discoverFilms(app.ctx, viewer, { filters, order: 'popular' })
  })
  const reads = statements.filter(({ text }) => /^\s*(select|with)/i.test(text))
  expect(reads.length).toBeGreaterThan(10)
  for (const { text, values } of reads) {
    const { rows } = await app.explain(text, values)
    expect(rows.join('\n'), text).not.toMatch(/Seq Scan on (logs|members|follows|watchlist_items|films)/)
  }
})
