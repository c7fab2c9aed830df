import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFilm } from '#shared/api/films.ts'
import { createLog } from '#shared/api/logs.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { createDatabase, dropDatabase, startTestApp, type TestApp } from '#test/harness.ts'
import { logsOf } from '#test/fakes/imports.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFound,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { reconcileFilms } from './reconcile.service.ts'

// What a film database does to its own numbers, while members have things of its films.

const database = `t_numbers_${process.pid}`
/** Its films by the number that is asked for. */
const wire = new Map<number, Record<string, unknown> & { id: number; imdb_id: string | null }>()
let source: FilmSourceServer

beforeAll(async () => {
  await createDatabase(database)
  source = await startFilmSourceServer()
  source.otherwise((path) => {
    const asked = path.slice(path.lastIndexOf('/') + 1)
    if (path.startsWith('/find/'))
      return {
        json: wireFound(
          [...wire].flatMap(([id, film]) => (film.id === id && film.imdb_id === asked ? [film] : [])),
        ),
      }
    const film = path.startsWith('/movie/') ? wire.get(Number(asked)) : undefined
    return film ? { json: film } : wireErrors.notFound
  })
})
afterAll(async () => {
  await source.close()
  await dropDatabase(database)
})

/** Each with what a process of before does not have in memory. */
async function withSource<T>(work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startTestApp({ database, env: { TMDB_BASE_URL: source.url } })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

async function settle({ ctx }: TestApp) {
  for (let turn = 0; !(await reconcileFilms(ctx)); turn++) expect(turn).toBeLessThan(20)
}

const renew = async ({ ctx, db }: TestApp, id: number) => {
  await db.deleteFrom('film_source_cache').execute()
  const longAgo = new Date(Date.now() - 3 * 86_400_000)
  await db
    .updateTable('films')
    .set({ updated_at: longAgo, sought_at: longAgo })
    .where('id', '=', id)
    .execute()
  await requireFilm(ctx, id)
  await expect
    .poll(() => db.selectFrom('films').select('updated_at').where('id', '=', id).executeTakeFirst())
    .not.toEqual({ updated_at: longAgo })
}
const add = (id: number, imdbId: string | null, number = id) =>
  wire.set(id, {
    ...wireDetails(number, { external_ids: { imdb_id: imdbId } }),
    id: number,
    title: `Film of ${imdbId}`,
    original_title: `Film of ${imdbId}`,
    imdb_id: imdbId,
    release_date: '1999-10-15',
  })
/** A member with something of each film. */
const owner = async (app: TestApp, ids: number[]) => {
  const member = await buildMember(app)
  for (const id of ids) {
    await requireFilm(app.ctx, id)
    await buildLog(app, { author: member, film: { id }, rating: 4, review: `Of ${id}` })
  }
  await buildList(app, { author: member, films: ids.map((id) => ({ id })) })
  return member
}
const filmsOf = async (app: TestApp, member: TestMember) => ({
  logs: (await logsOf(app, member.id)).map((log) => [log.film_id, log.review]),
  list: (
    await app.db
      .selectFrom('list_films')
      .innerJoin('lists', 'lists.id', 'list_films.list_id')
      .select('film_id')
      .where('member_id', '=', member.id)
      .orderBy('position')
      .execute()
  ).map((row) => row.film_id),
})
const page = async (app: TestApp, as: TestMember, id: number) => {
  const { status, data } = await app.call(getFilm, { as, params: { id } })
  return [status, data.id, data.title, data.sourceMissing, data.sourceDown]
}

test('a film that the source calls by another number keeps what members have of it', async () => {
  add(510_001, 'tt0510001')
  const member = await withSource((app) => owner(app, [510_001]))
  await withSource(async (app) => {
    wire.delete(510_001)
    add(510_002, 'tt0510001')
    await renew(app, 510_001)
    await expect
      .poll(() => app.db.selectFrom('film_twins').selectAll().where('film_id', '=', 510_001).execute())
      .toHaveLength(1)
    await settle(app)
    expect(await filmsOf(app, member)).toEqual({ logs: [[510_002, 'Of 510001']], list: [510_002] })
    expect(await page(app, member, 510_001)).toEqual([200, 510_002, 'Film of tt0510001', false, false])
    expect(await wrongCounters(app)).toEqual([])
  })
})

test('a film that the source makes one with another is that one, with what members have of both', async () => {
  add(510_011, 'tt0510011')
  add(510_012, null)
  const member = await withSource((app) => owner(app, [510_011, 510_012]))
  await withSource(async (app) => {
    // Both numbers answer with the second film, which has the IMDb number of the first now.
    add(510_011, 'tt0510011', 510_012)
    add(510_012, 'tt0510011')
    await renew(app, 510_012)
    await expect
      .poll(() => app.db.selectFrom('film_twins').selectAll().where('film_id', '=', 510_012).execute())
      .toHaveLength(1)
    await settle(app)
    const { logs, list } = await filmsOf(app, member)
    expect(new Map(logs.map(([id, review]) => [review, id]))).toEqual(
      new Map([
        ['Of 510011', 510_012],
        ['Of 510012', 510_012],
      ]),
    )
    expect(list).toEqual([510_012])
    for (const id of [510_011, 510_012])
      expect(await page(app, member, id)).toEqual([200, 510_012, 'Film of tt0510011', false, false])
    expect(await wrongCounters(app)).toEqual([])
  })
})

test('a film that the source made another before anybody here knew it is that one', () =>
  withSource(async (app) => {
    add(510_021, 'tt0510021', 510_022)
    add(510_022, 'tt0510021')
    const member = await buildMember(app)
    expect(await page(app, member, 510_021)).toEqual([200, 510_022, 'Film of tt0510021', false, false])
    await app.call(createLog, { as: member, body: { movieId: 510_021, review: 'Here' } })
    expect((await filmsOf(app, member)).logs).toEqual([[510_022, 'Here']])
    // Numbers that answer with each other are no film.
    add(510_031, 'tt0510031', 510_032)
    add(510_032, 'tt0510031', 510_031)
    const { status, error } = await app.call(getFilm, { as: member, params: { id: 510_031 } })
    expect([status, error.code]).toEqual([503, 'film.source_down'])
  }))

test('a film for which the source answers about another stays as it was', async () => {
  add(510_051, 'tt0510051')
  const member = await withSource((app) => owner(app, [510_051]))
  await withSource(async (app) => {
    add(510_051, 'tt0510052', 510_052)
    await renew(app, 510_051)
    expect(await page(app, member, 510_051)).toEqual([200, 510_051, 'Film of tt0510051', true, true])
    expect(await filmsOf(app, member)).toEqual({ logs: [[510_051, 'Of 510051']], list: [510_051] })
  })
})

test('a film that the source dropped stays as it was', async () => {
  add(510_041, 'tt0510041')
  const member = await withSource((app) => owner(app, [510_041]))
  await withSource(async (app) => {
    wire.delete(510_041)
    await renew(app, 510_041)
    await settle(app)
    expect(await filmsOf(app, member)).toEqual({ logs: [[510_041, 'Of 510041']], list: [510_041] })
    expect(await page(app, member, 510_041)).toEqual([200, 510_041, 'Film of tt0510041', true, false])
    const log = await app.call(createLog, { as: member, body: { movieId: 510_041, review: 'Again' } })
    expect(log.status).toBe(200)
  })
})
