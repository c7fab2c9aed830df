import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listTrending, searchFilms } from '#shared/api/films.ts'
import { updateMember } from '#shared/api/members.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wireFoundPerson,
  wirePage,
  wirePersonDetails,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { sourceName } from '#server/adapters/film-source/create-film-source.ts'
import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { allPages } from '#test/paging.ts'
import {
  completeFilms,
  filmDetails,
  isOfSource,
  foldTitles,
  upsertFilm,
  requireFilm,
  upsertFilms,
} from './films.service.ts'
import { backdropUrl, posterUrl } from './films.views.ts'

let source: FilmSourceServer
let app: TestApp
let member: TestMember
let found: Record<string, unknown>[]

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url, SEARCH_HIDDEN_FILMS: '666' } })
  member = await buildMember(app)
})
beforeEach(async () => {
  await app.db.deleteFrom('film_source_cache').execute()
  source.requests.length = 0
  found = []
  source.otherwise((path) => {
    if (path === '/search/movie' || path === '/trending/movie/week') return { json: wirePage(found) }
    const id = Number(path.split('/').at(-1))
    return id < 1_000_000 ? { json: wireDetails(id) } : wireErrors.notFound
  })
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const down = { code: 'film.source_down' }
const search = (q: string, page?: number) =>
  app.call(searchFilms, { query: { q, ...(page !== undefined && { page }) }, as: member })
const ids = (films: { id: number }[]) => films.map((film) => film.id)

describe('trending', () => {
  test('is not for guests', async () => {
    expect((await app.call(listTrending)).status).toBe(401)
    expect(source.requests).toEqual([])
  })

  test('shows 20 films of the source in its order, without adult and hidden ones', async () => {
    found = Array.from({ length: 24 }, (_, index) => wireFilm(100 + index))
    found[1] = wireFilm(101, { adult: true })
    found[2] = wireFilm(666)
    const { status, data } = await app.call(listTrending, { as: member })
    expect(status).toBe(200)
    expect(data).toHaveLength(20)
    expect(ids(data).slice(0, 3)).toEqual([100, 103, 104])
    expect(await allPages((query) => app.call(listTrending, { as: member, query }))).toEqual(data)
    expect(data[0]).toEqual({
      id: 100,
      title: 'Film 100',
      titleLang: 'en',
      otherTitle: null,
      original_title: 'Film 100',
      overview: 'Somebody wants something.',
      poster_path: '/poster100.jpg',
      backdrop_path: '/backdrop100.jpg',
      poster: '/t/p/w500/poster100.jpg',
      release_date: '1999-10-15',
      vote_average: 8.438,
      vote_count: 26_280,
      original_language: 'en',
      genre_ids: [18, 53],
      adult: false,
    })
  })
})

describe('search', () => {
  test('is not for guests', async () => {
    expect((await app.call(searchFilms, { query: { q: 'heat' } })).status).toBe(401)
    expect(source.requests).toEqual([])
  })

  test('names who directed films that members logged, as this source told', async () => {
    found = [wireFilm(501), wireFilm(502), wireFilm(503)]
    for (const id of [501, 502]) await requireFilm(app.ctx, id)
    await app.db
      .insertInto('people')
      .values([
        { id: 71, name: 'First' },
        { id: 72, name: 'Second' },
      ])
      .execute()
    await app.db
      .insertInto('film_credits')
      .values([
        { film_id: 501, directors: [72, 71], source: sourceName(app.ctx) },
        { film_id: 502, directors: [71], source: 'another' },
      ])
      .execute()
    const { data } = await search('directed')
    expect(data.results.map(({ id, directedBy }) => [id, directedBy])).toEqual([
      [501, ['Second', 'First']],
      [502, undefined],
      [503, undefined],
    ])
  })

  test('shows what the rules leave', async () => {
    found = [
      wireFilm(1),
      wireFilm(2, { vote_count: 10 }),
      wireFilm(3, { original_language: 'hi' }),
      wireFilm(4, { original_language: 'ja', vote_count: 2500 }),
      wireFilm(666),
      wireFilm(5, { poster_path: null }),
    ]
    const { data } = await search('first words')
    expect(ids(data.results)).toEqual([1, 4])
    expect(data).toMatchObject({ page: 1, total_pages: 1, exact: [], alike: [] })
    expect(ids(data.lesserKnown ?? [])).toEqual([2, 3, 5])
  })

  test('what is called just so comes first, however little known, and what is only spelled like it is told', async () => {
    found = [
      wireFilm(1, { title: 'Paradise', original_title: 'Paradise' }),
      wireFilm(2, { title: 'Parasite Eve', original_title: 'Parasite Eve' }),
      wireFilm(3, { title: 'Parasite', original_title: 'Parasite', vote_count: 2 }),
      wireFilm(666, { title: 'Parasite', original_title: 'Parasite' }),
      wireFilm(4, { title: 'Parasites', original_title: 'Parasites', vote_count: 1 }),
    ]
    const { data } = await search('the PARASITE')
    expect(ids(data.results)).toEqual([3, 1, 2])
    expect(data).toMatchObject({ exact: [3], alike: [1] })
    expect(ids(data.lesserKnown ?? [])).toEqual([4])
  })

  test('a film is called by its year too, and by a name that the source does not tell', async () => {
    found = [
      wireFilm(5, { title: 'Dune', release_date: '1984-12-14' }),
      wireFilm(6, { title: 'Dune', release_date: '2021-09-15' }),
    ]
    expect((await search('dune 2021')).data.exact).toEqual([6])
    source.otherwise((_, query) => ({
      json: wirePage(
        query.get('query') === 'The Godfather'
          ? [wireFilm(238, { title: 'The Godfather', release_date: '1972-03-14' })]
          : [],
      ),
    }))
    expect((await search('العرّاب')).data).toMatchObject({ results: [{ id: 238 }], exact: [238] })
  })

  test('a title beside a name is the film in which that person took part', async () => {
    const asked: string[] = []
    source.otherwise((path, parameters) => {
      const query = parameters.get('query') ?? ''
      asked.push(`${path} ${query}`)
      if (path === '/search/movie')
        return {
          json: wirePage(
            query === 'Salt' ? [wireFilm(7, { title: 'Salt' }), wireFilm(2, { title: 'Salt' })] : [],
          ),
        }
      if (path === '/search/person')
        return { json: wirePage(query === 'Noor' ? [wireFoundPerson(9, { name: 'Noor Aziz' })] : []) }
      return { json: wirePersonDetails(9) }
    })
    const found = { results: [{ id: 2 }], exact: [2] }
    expect((await search('Salt Noor')).data).toMatchObject(found)
    expect((await search('Noor Salt')).data).toMatchObject(found)
    expect((await search('Salt Nobody')).data.results).toEqual([])
    expect(asked).not.toContain('/search/movie Nobody')
  })

  test('a member may always see the little known, but nothing that is hidden', async () => {
    found = [wireFilm(1), wireFilm(2, { vote_count: 0 }), wireFilm(666)]
    const as = await buildMember(app)
    const choose = (lesserKnownFilms: boolean) =>
      app.call(updateMember, { params: { userId: as.id }, body: { lesserKnownFilms }, as })
    const seen = async () => (await app.call(searchFilms, { query: { q: 'some' }, as })).data
    expect((await choose(true)).data.user.lesserKnownFilms).toBe(true)
    expect(ids((await seen()).results)).toEqual([1, 2])
    expect((await seen()).lesserKnown).toEqual([])
    await choose(false)
    expect(ids((await seen()).results)).toEqual([1])
  })

  test('survives any text', async () => {
    for (const q of ['!!! ؟؟ …', '   ', '🎬', 'a б ج 字'.repeat(60).slice(0, 300), 'x'.repeat(500)])
      expect((await search(q)).status, q).toBe(200)
    const asked = source.requests.map(({ url }) => new URL(url, source.url).searchParams.get('query') ?? '')
    expect(asked.map((query) => query.length)).toEqual([199, 200])
  })

  test('asks the source nothing for blocked words and blanks', async () => {
    found = [wireFilm(1)]
    expect((await search('free porn')).data.results).toEqual([])
    expect((await search('   ')).data.results).toEqual([])
    expect(source.requests).toEqual([])
  })

  test('a number without results is tried as a film number', async () => {
    expect(ids((await search('603')).data.results)).toEqual([603])
    expect((await search('666')).data.results).toEqual([])
    expect((await search('5000000')).data.results).toEqual([])
    found = [wireFilm(1917)]
    expect(ids((await search('1917')).data.results)).toEqual([1917])
  })

  test('goes on to the next page when the rules leave nothing of one, but not for ever', async () => {
    source.otherwise((_, query) => {
      const page = Number(query.get('page'))
      const wanted = query.get('query') === 'deep' ? 99 : 3
      return {
        json: wirePage([wireFilm(page, page < wanted ? { vote_count: 0 } : {})], { page, total_pages: 40 }),
      }
    })
    expect((await search('shallow')).data).toMatchObject({ results: [{ id: 3 }], page: 3, total_pages: 40 })
    source.requests.length = 0
    expect((await search('deep')).data).toMatchObject({ results: [], page: 3, total_pages: 40 })
    expect(source.requests).toHaveLength(3)
  })

  test('refuses what is no page or too long', async () => {
    expect((await search('a', 0)).status).toBe(400)
    expect((await search('a', 501)).status).toBe(400)
    expect((await search('a'.repeat(501))).status).toBe(400)
  })

  test('says when the source is down', async () => {
    source.otherwise(() => ({ status: 401, json: {} }))
    const { status, error, headers } = await search('nobody asked this before')
    expect(status).toBe(503)
    expect(error).toMatchObject({
      code: 'film.source_down',
      error: 'The film database is not available right now.',
    })
    expect(headers.get('retry-after')).toBe('30')
  })

  test('costs the same number of statements however many films are found', async () => {
    const statements = async (count: number) => {
      found = Array.from({ length: count }, (_, index) => wireFilm(index + 1))
      return app.countStatements(() => search(`count ${count}`))
    }
    await statements(2)
    expect(await statements(20)).toBe(await statements(1))
  })

  test('is limited', async () => {
    const limited = await startTestApp({ env: { TMDB_BASE_URL: source.url, RATE_LIMIT: '1' } })
    try {
      const as = await buildMember(limited)
      const statuses: number[] = []
      for (let tries = 0; tries < 121; tries += 1)
        statuses.push((await limited.call(searchFilms, { query: { q: 'porn' }, as })).status)
      expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
      expect(statuses[120]).toBe(429)
    } finally {
      await limited.close()
    }
  })
})

describe('records', () => {
  const row = (id: number) =>
    app.db.selectFrom('films').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const age = (id: number, days: number) =>
    app.db
      .updateTable('films')
      .set({ updated_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', id)
      .execute()

  test('a film is remembered when somebody first needs it, also by many at once', async () => {
    const records = await Promise.all(Array.from({ length: 10 }, () => requireFilm(app.ctx, 2001)))
    expect(new Set(records.map((record) => record.title))).toEqual(new Set(['Film 2001']))
    expect(await row(2001)).toMatchObject({ runtime: 139, genre_ids: [18], poster_path: '/poster2001.jpg' })
    source.requests.length = 0
    expect(await app.countStatements(() => requireFilm(app.ctx, 2001))).toBe(1)
    expect(source.requests).toEqual([])
  })

  test('titles of earlier records are folded once, those of new ones with them', async () => {
    const { id } = await buildFilm(app, { title: 'Où est le Café ?' })
    await app.db.updateTable('films').set({ search_text: '' }).where('id', '=', id).execute()
    await foldTitles(app.ctx)
    expect((await row(id)).search_text).toBe(' ou est le cafe')
    await requireFilm(app.ctx, 2001)
    expect((await row(2001)).search_text).toMatch(/^ film 2001/)
    expect(await app.countStatements(() => foldTitles(app.ctx))).toBe(1)
  })

  test('an unknown film is not found', async () => {
    await expect(requireFilm(app.ctx, 1_000_001)).rejects.toMatchObject({ code: 'film.not_found' })
    await expect(filmDetails(app.ctx, 1_000_001)).rejects.toMatchObject({ code: 'film.not_found' })
  })

  test('an old record is renewed behind the answer, and it alone', async () => {
    const { id } = await buildFilm(app, { id: 2002, title: 'Old title' })
    const another = await buildFilm(app, { id: 2006, title: 'Old title' })
    await age(another.id, 3)
    await age(id, 2)
    const { updated_at: aged } = await row(another.id)
    expect((await requireFilm(app.ctx, id)).title).toBe('Old title')
    await vi.waitFor(async () => expect((await row(id)).title).toBe('Film 2002'))
    expect(await row(another.id)).toMatchObject({ title: 'Old title', updated_at: aged })
  })

  test('a record that a clock a year ahead dated is renewed too', async () => {
    const { id } = await buildFilm(app, { id: 2005, title: 'Old title' })
    await age(id, -365)
    await requireFilm(app.ctx, id)
    await vi.waitFor(async () => expect((await row(id)).title).toBe('Film 2005'))
  })

  test('a film that the source dropped stays', async () => {
    const { id } = await buildFilm(app, { id: 1_000_002, title: 'Dropped' })
    await age(id, 2)
    expect((await requireFilm(app.ctx, id)).title).toBe('Dropped')
    await vi.waitFor(async () =>
      expect((await row(id)).updated_at.getTime()).toBeGreaterThan(Date.now() - 60_000),
    )
    const { film } = await filmDetails(app.ctx, id)
    expect(film.title).toBe('Dropped')
    expect(isOfSource(film)).toBe(false)
  })

  test('while the source is down the record stands in, and unknown films are told as such', async () => {
    const { id } = await buildFilm(app, { id: 2003, title: 'Known' })
    source.otherwise(() => ({ status: 401, json: {} }))
    expect((await requireFilm(app.ctx, id)).title).toBe('Known')
    const { film } = await filmDetails(app.ctx, id)
    expect(film.title).toBe('Known')
    expect(isOfSource(film)).toBe(false)
    await expect(filmDetails(app.ctx, 2004)).rejects.toMatchObject(down)
    await expect(requireFilm(app.ctx, 2004)).rejects.toMatchObject(down)
  })

  test('many are written at once from a list, asking nothing, and completed when one is needed', async () => {
    found = [wireFilm(2010), wireFilm(2011)]
    const { results } = await app.ctx.filmSource.search('many', 1)
    source.requests.length = 0
    expect(await app.countStatements(() => upsertFilms(app.ctx, [...results, ...results]))).toBe(1)
    expect(source.requests).toEqual([])
    expect(await row(2010)).toMatchObject({ title: 'Film 2010', runtime: 0, origin_countries: [] })
    await requireFilm(app.ctx, 2010)
    await vi.waitFor(async () => expect(await row(2010)).toMatchObject({ runtime: 139 }))
    expect(await row(2011)).toMatchObject({ runtime: 0 })
    await upsertFilms(app.ctx, [])
  })

  test('a list takes nothing from a record, a whole film renews one of another day', async () => {
    await requireFilm(app.ctx, 2012)
    const listed = { ...(await app.ctx.filmSource.film(2012)), title: 'Listed' }
    const { runtime: _, origin_country: __, ...short } = listed as SourceFilmDetails
    await age(2012, 2)
    await upsertFilms(app.ctx, [short])
    expect(await row(2012)).toMatchObject({ title: 'Film 2012', runtime: 139 })
    await upsertFilms(app.ctx, [
      short,
      { ...short, title: 'Whole', runtime: 90, origin_country: ['SA'] },
      short,
    ])
    expect(await row(2012)).toMatchObject({ title: 'Whole', runtime: 90, origin_countries: ['SA'] })
    await upsertFilms(app.ctx, [{ ...short, runtime: 91 }])
    expect(await row(2012)).toMatchObject({ runtime: 90 })
  })

  test('what lists left open is completed in the background, a film that the source dropped asked for once', async () => {
    await app.db.updateTable('films').set({ texts_at: new Date() }).execute()
    found = [wireFilm(2020), wireFilm(2021), wireFilm(1_000_020)]
    await upsertFilms(app.ctx, (await app.ctx.filmSource.search('to complete', 1)).results)
    source.requests.length = 0
    await completeFilms(app.ctx)
    expect(await row(2020)).toMatchObject({ runtime: 139, origin_countries: ['US'] })
    expect(await row(2021)).toMatchObject({ runtime: 139 })
    expect(await row(1_000_020)).toMatchObject({ title: 'Film 1000020', runtime: 0 })
    expect(source.requests).toHaveLength(3)
    await completeFilms(app.ctx)
    expect(source.requests).toHaveLength(3)
  })

  test('what could not be completed while the source was down waits for the next time', async () => {
    found = [wireFilm(2030)]
    await upsertFilms(app.ctx, (await app.ctx.filmSource.search('to complete later', 1)).results)
    const answers = source.requests.length
    source.otherwise(() => ({ status: 401, json: {} }))
    await completeFilms(app.ctx)
    expect(source.requests.length).toBeGreaterThan(answers)
    expect(await row(2030)).toMatchObject({ runtime: 0, updated_at: new Date(0) })
  })

  test('details of the source need no record', async () => {
    const { film } = await filmDetails(app.ctx, 2005)
    expect(film).toMatchObject({ id: 2005, title: 'Film 2005' })
    expect(isOfSource(film)).toBe(true)
  })

  test('remembering twice updates', async () => {
    const { film } = await filmDetails(app.ctx, 2006)
    if (!isOfSource(film)) throw new Error('no details')
    await upsertFilm(app.db, film)
    await upsertFilm(app.db, { ...film, title: 'Retitled' })
    expect((await row(2006)).title).toBe('Retitled')
  })
})

test('addresses of pictures are on our own origin', () => {
  expect(posterUrl('/a.jpg')).toBe('/t/p/w500/a.jpg')
  expect(backdropUrl('/a.jpg')).toBe('/t/p/original/a.jpg')
  expect(posterUrl(null)).toBeNull()
})
