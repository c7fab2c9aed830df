import { createCatalogue } from '#built-in/catalogue/catalogue.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getFilm } from '#shared/api/films.ts'
import { createLog } from '#shared/api/logs.ts'
import { addFavourite, toggleWatchlist } from '#shared/api/shelves.ts'
import { importFiles } from '#shared/api/transfer.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, type TestApp } from '#test/harness.ts'
import { download, textAt } from '#test/fakes/exports.ts'
import { letterboxdZip } from '#test/fakes/letterboxd-export.ts'
import {
  diaryHeader,
  filmsHeader,
  logsOf,
  ratingsHeader,
  startImportApp,
  type ImportApp,
} from '#test/fakes/imports.ts'
import { startFilmSourceServer, wireErrors, type FilmSourceServer } from '#test/fakes/film-source-server.ts'
import { completeFilms, requireFilm } from '#server/domains/films/films.service.ts'
import { reconcileFilms } from './reconcile.service.ts'

const database = `t_identity_${process.pid}`
const firstMadeUp = 800_000_000

/** A film of the built-in catalogue, and the film database's, of which the number and little else differs. */
interface Known {
  madeUp: number
  real: number
  title: string
  year: string
  imdbId: string
}

type Wire = Record<string, unknown> & {
  id: number
  title: string
  imdb_id: string | null
  release_date: string
}

let real: FilmSourceServer
const films: Known[] = []
const wire = new Map<number, Wire>()
const catalogue = createCatalogue()

async function ask(path: string): Promise<Wire & { results: Wire[] }> {
  const answer = await catalogue.fetch(`https://catalogue.invalid/3${path}`)
  return (await answer.json()) as Wire & { results: Wire[] }
}

beforeAll(async () => {
  real = await startFilmSourceServer()
  await createDatabase(database)
  const parts =
    'append_to_response=credits,images,recommendations,translations,external_ids,alternative_titles'
  for (let page = 1; films.length < 4; page++) {
    const { results } = await ask(
      `/discover/movie?page=${page}&sort_by=vote_count.desc&with_original_language=ar`,
    )
    for (const { id } of results) {
      if (id < firstMadeUp || films.length === 4) continue
      const film = await ask(`/movie/${id}?${parts}`)
      if (film.imdb_id === null) continue
      const number = 500_001 + films.length
      wire.set(number, { ...film, id: number })
      films.push({
        madeUp: id,
        real: number,
        title: film.title,
        year: film.release_date.slice(0, 4),
        imdbId: film.imdb_id,
      })
    }
  }
  real.otherwise(answer)
})
afterAll(async () => {
  await real.close()
  await dropDatabase(database)
})

const answer: Parameters<typeof real.otherwise>[0] = (path, query) => {
  const listed = [...wire.values()]
  if (path.startsWith('/movie/')) {
    const film = wire.get(Number(path.slice('/movie/'.length)))
    return film ? { json: film } : wireErrors.notFound
  }
  const none = {
    movie_results: [],
    person_results: [],
    tv_results: [],
    tv_episode_results: [],
    tv_season_results: [],
  }
  if (path.startsWith('/find/'))
    return {
      json: {
        ...none,
        movie_results: listed.filter(
          (film) => wire.get(film.id) === film && film.imdb_id === path.slice('/find/'.length),
        ),
      },
    }
  if (path !== '/search/movie') return wireErrors.notFound
  const results = listed.filter((film) => film.title === query.get('query'))
  return { json: { page: 1, results, total_pages: 1, total_results: results.length } }
}

type Source = 'builtIn' | 'real'

async function withSource<T>(
  source: Source,
  work: (app: ImportApp) => Promise<T>,
  name = database,
): Promise<T> {
  const app = await startImportApp({
    jobs: false,
    isMatcherReal: true,
    database: name,
    env: source === 'real' ? { TMDB_BASE_URL: real.url, TMDB_API_KEY: 'key' } : {},
  })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** What the jobs of a running Scene do, one after the other. */
async function settle({ ctx }: TestApp) {
  await completeFilms(ctx)
  for (let turn = 0; !(await reconcileFilms(ctx)); turn++) if (turn > 20) throw new Error('not done')
  await reconcileFilms(ctx)
}

async function bring(app: ImportApp, member: TestMember) {
  const line = (film: Known, cells = '') =>
    `2024-02-0${films.indexOf(film) + 1},"${film.title}",${film.year},https://boxd.it/f${films.indexOf(film)}${cells}`
  const [first, second] = films
  const files = {
    'diary.csv': [
      diaryHeader,
      ...films
        .slice(0, 2)
        .map(
          (film, at) =>
            `2024-02-01,"${film.title}",${film.year},https://boxd.it/e${at},${at === 0 ? '4' : ''},,,2024-01-31`,
        ),
    ],
    'ratings.csv': [ratingsHeader, ...films.slice(0, 3).map((film) => line(film, ',4'))],
    'watched.csv': [filmsHeader, ...films.map((film) => line(film))],
    'likes/films.csv': [filmsHeader, ...[first, second].flatMap((film) => (film ? [line(film)] : []))],
    'watchlist.csv': [filmsHeader, ...films.slice(2).map((film) => line(film))],
  }
  const list = [
    'Letterboxd list export v7',
    'Date,Name,Tags,URL,Description',
    '2024-02-01,The sea,,https://boxd.it/list1,',
    '',
    'Position,Name,Year,URL,Description',
    ...films
      .toReversed()
      .map((film, at) => `${at + 1},"${film.title}",${film.year},https://boxd.it/f${films.indexOf(film)},`),
  ]
  const bytes = letterboxdZip({ ...files, 'lists/the-sea.csv': list })
  const { status, error } = await app.call(importFiles, {
    as: member,
    body: {},
    files: { file: { bytes, name: 'letterboxd.zip' } },
  })
  expect([status, error]).toEqual([200, error])
  await app.run(member.id)
}

const exported = ['diary-1', 'watched', 'watchlist', 'lists/the-sea'].map((name) => `letterboxd/${name}.csv`)

/** What a member has, films by what they are called, and the tables of an export, which name films by their titles. */
async function historyOf(app: TestApp, member: TestMember) {
  const { id } = member
  const titles = new Map(
    films.flatMap((film, at) => [
      [film.madeUp, at],
      [film.real, at],
    ]),
  )
  const shelf = async (table: 'watchlist_items' | 'favourites') =>
    (await app.db.selectFrom(table).select('film_id').where('member_id', '=', id).execute())
      .map((row) => titles.get(row.film_id))
      .toSorted((a = 0, b = 0) => a - b)
  const logs = (await logsOf(app, id)).map((log) =>
    [titles.get(log.film_id), log.rating, log.watched_at, log.review, log.seen_only].join(' '),
  )
  const { files } = await download(app, member)
  return {
    // Numbers of the film database are in an export of films that have them only.
    tables: exported.map((path) =>
      textAt(files, path)
        .replaceAll(/\b50000\d\b/g, '')
        .split('\r\n')
        .toSorted(),
    ),
    logs: logs.toSorted(),
    watchlist: await shelf('watchlist_items'),
    favourites: await shelf('favourites'),
    lists: (
      await app.db
        .selectFrom('lists')
        .innerJoin('list_films', 'list_films.list_id', 'lists.id')
        .select(['lists.title', 'lists.films_count', 'list_films.film_id'])
        .where('lists.member_id', '=', id)
        .orderBy('lists.id')
        .orderBy('list_films.position')
        .execute()
    ).map((row) => `${row.title}, ${row.films_count}: ${titles.get(row.film_id)}`),
  }
}

test('a film that is here by its real number is found as that one at once, without a job', async () => {
  const numbers = films.map((film) => film.real).toSorted((a, b) => a - b)
  const fresh = `${database}_fresh`
  await createDatabase(fresh)
  onTestFinished(() => dropDatabase(fresh))
  await withSource(
    'real',
    async (app) => {
      for (const number of numbers) await requireFilm(app.ctx, number)
    },
    fresh,
  )
  await withSource(
    'builtIn',
    async (app) => {
      const member = await buildMember(app)
      await bring(app, member)
      const logged = (await logsOf(app, member.id)).map((log) => log.film_id)
      expect(logged.toSorted((a, b) => a - b)).toEqual(numbers)
      const all = await app.db.selectFrom('films').select('id').orderBy('id').execute()
      expect(all.map(({ id }) => id)).toEqual(numbers)
    },
    fresh,
  )
})

const orders: Source[][] = [
  ['builtIn', 'real'],
  ['real', 'builtIn'],
  ['builtIn', 'real', 'builtIn'],
  ['real', 'builtIn', 'real'],
]

test.each(orders)('a history brought in with %s, then %s, is one', async (...order) => {
  const once = await withSource('builtIn', async (app) => {
    const member = await buildMember(app)
    await bring(app, member)
    await settle(app)
    return historyOf(app, member)
  })
  expect(once.logs).toHaveLength(4)
  expect(once.lists).toEqual([3, 2, 1, 0].map((film) => `The sea, 4: ${film}`))
  const member = await withSource('builtIn', (app) => buildMember(app))
  for (const source of order)
    await withSource(source, async (app) => {
      await bring(app, member)
      await settle(app)
      expect(await historyOf(app, member)).toEqual(once)
      expect(await wrongCounters(app)).toEqual([])
    })
})

test('what is written between switches to and fro is as with one source', async () => {
  const write = async (app: ImportApp, member: TestMember, turn: number, source: Source) => {
    const film = films[turn]
    if (!film) throw new Error('no film')
    const number = source === 'real' ? film.real : film.madeUp
    const body = { movieId: number, watchedAt: '2024-03-01', rating: turn + 1 }
    const statuses = [
      (await app.call(createLog, { as: member, body })).status,
      (await app.call(toggleWatchlist, { as: member, body: { movieId: number } })).status,
      (await app.call(addFavourite, { as: member, params: { userId: member.id, movieId: number } })).status,
    ]
    expect(statuses).toEqual([200, 200, 200])
  }
  const order: Source[] = ['builtIn', 'real', 'builtIn', 'real']
  const histories: Awaited<ReturnType<typeof historyOf>>[] = []
  for (const isSwitched of [false, true]) {
    const member = await withSource('builtIn', (app) => buildMember(app))
    for (const [turn, source] of order.entries())
      await withSource(isSwitched ? source : 'builtIn', async (app) => {
        await write(app, member, turn, isSwitched ? source : 'builtIn')
        await settle(app)
        expect(await wrongCounters(app)).toEqual([])
        // What came with the source of before is there by either number.
        for (const film of isSwitched && turn > 0 ? films.slice(0, turn) : [])
          for (const id of [film.madeUp, film.real])
            expect((await app.call(getFilm, { as: member, params: { id } })).data.inWatchlist).toBe(true)
        if (turn === order.length - 1) histories.push(await historyOf(app, member))
      })
  }
  const [one, switched] = histories
  expect(one?.logs).toHaveLength(4)
  expect(switched).toEqual(one)
})

test('a job that dies goes on, and the old number answers as the film that it became', async () => {
  const [first] = films
  if (!first) throw new Error('no films')
  // Where nothing was found out before.
  const fresh = `${database}_dies`
  await createDatabase(fresh)
  onTestFinished(() => dropDatabase(fresh))
  const begin = async (app: ImportApp) => {
    const one = await buildMember(app)
    await bring(app, one)
    return one
  }
  const member = await withSource('builtIn', begin, fresh)
  const goOn = async (app: ImportApp) => {
    // While the source is down nothing was found out.
    real.otherwise(() => wireErrors.gateway)
    expect(await reconcileFilms(app.ctx)).toBe(false)
    real.otherwise(answer)
    // No time for more than one film a turn, as though each turn died after it.
    let turns = 1
    while (!(await reconcileFilms(app.ctx, 1))) expect(turns++).toBeLessThan(50)
    expect(turns).toBeGreaterThan(films.length)
    expect(await wrongCounters(app)).toEqual([])
    const { status, data } = await app.call(getFilm, { as: member, params: { id: first.madeUp } })
    expect([status, data.id]).toEqual([200, first.real])
    const unknown = await app.call(getFilm, { as: member, params: { id: 799_999_999 } })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'film.not_found'])
  }
  await withSource('real', goOn, fresh)
  const isThere = async (app: ImportApp) => {
    const { data } = await app.call(getFilm, { as: member, params: { id: first.real } })
    expect(data).toMatchObject({ id: first.real, title: first.title, sourceMissing: false })
  }
  await withSource('builtIn', isThere, fresh)
})
