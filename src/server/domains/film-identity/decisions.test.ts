import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditLog } from '#shared/api/audit.ts'
import {
  acceptFilmDoubt,
  countFilmDoubts,
  listFilmDoubts,
  listFilmMerges,
  reconsiderFilmDoubt,
  refuseFilmDoubt,
  undoFilmMerge,
} from '#shared/api/film-identity.ts'
import { wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildList, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { reconcileFilms } from './reconcile.service.ts'
import { insertDoubt } from './reconcile.queries.ts'

let app: TestApp
let operator: TestMember
let member: TestMember
beforeAll(async () => {
  app = await startTestApp()
  operator = await buildMember(app, { role: 'operator' })
  member = await buildMember(app)
})
afterAll(() => app.close())

let last = 0
/** A film that waits, with a log, and the one that it may be. */
async function doubt(title: string) {
  last += 1
  const film = await buildFilm(app, { id: 800_500_000 + last, title })
  const other = await buildFilm(app, { id: 600_000 + last, title: `${title}!` })
  await buildLog(app, { author: member, film, rating: 4 })
  await insertDoubt(app.db, {
    filmId: film.id,
    candidates: [other.id],
    reason: 'other-title',
    confidence: 40,
    source: 'films.example',
    directors: { [film.id]: ['Youssef Chahine'] },
  })
  return { film, other }
}

const counts = async () => (await app.call(countFilmDoubts, { as: operator })).data
const waiting = async (refused: '0' | '1' = '0') =>
  (await app.call(listFilmDoubts, { as: operator, query: { refused } })).data
const filmOfLogs = async () =>
  (await app.db.selectFrom('logs').select('film_id').orderBy('created_at').execute()).map(
    (row) => row.film_id,
  )
const newest = async () => (await app.call(listAuditLog, { as: operator, query: { limit: 1 } })).data[0]

test('a doubt shows both films; accepted it is one film, and undone it is two for ever', async () => {
  const { film, other } = await doubt('Saladin')
  await buildList(app, { author: member, films: [film, other] })
  const before = await counts()
  expect((await waiting()).find((one) => one.film.id === film.id)).toMatchObject({
    film: {
      title: 'Saladin',
      directors: ['Youssef Chahine'],
      numbers: { tmdb: null },
      hangs: { logs: 1, watchlists: 0, favourites: 0, lists: 1 },
    },
    reason: 'other-title',
    confidence: 40,
    candidates: [{ id: other.id, title: 'Saladin!', directors: [], numbers: { tmdb: other.id } }],
  })
  const accept = () =>
    app.call(acceptFilmDoubt, {
      as: operator,
      params: { movieId: film.id },
      body: { into: other.id },
    })
  expect((await accept()).status).toBe(200)
  expect((await accept()).status).toBe(200)
  expect(await filmOfLogs()).toEqual([other.id])
  expect(await counts()).toEqual({ ...before, waiting: before.waiting - 1, merged: before.merged + 1 })
  expect(await newest()).toMatchObject({
    act: 'films.accept',
    operator: { username: operator.username },
    about: { film: film.id, title: 'Saladin', into: other.id },
  })

  const [merge] = (await app.call(listFilmMerges, { as: operator })).data
  expect(merge).toMatchObject({
    from: { id: film.id, title: 'Saladin' },
    into: { id: other.id, title: 'Saladin!' },
    canUndo: true,
  })
  const undo = () => app.call(undoFilmMerge, { as: operator, params: { mergeId: merge?.id ?? 0 } })
  const undone = await undo()
  expect([undone.status, undone.data.kept]).toEqual([200, 0])
  expect(await filmOfLogs()).toEqual([film.id])
  expect(await newest()).toMatchObject({ act: 'films.undo', about: { film: film.id, into: other.id } })
  expect((await undo()).error.code).toBe('film.not_found')
  // Others say that the two are one, in vain.
  await app.db.insertInto('film_twins').values({ film_id: film.id, other_id: other.id }).execute()
  while (!(await reconcileFilms(app.ctx)));
  expect(await filmOfLogs()).toEqual([film.id])
  expect((await waiting('1')).map((one) => [one.film.id, one.reason])).toEqual([[film.id, 'undone']])
  expect(await wrongCounters(app)).toEqual([])
})

test('a film that is kept apart can wait again; each decision is written down once', async () => {
  const { film, other } = await doubt('Alexandria')
  const decide = (endpoint: typeof refuseFilmDoubt | typeof reconsiderFilmDoubt) =>
    app.call(endpoint, { as: operator, params: { movieId: film.id } })
  expect((await decide(refuseFilmDoubt)).status).toBe(200)
  const refused = await newest()
  expect(refused).toMatchObject({ act: 'films.refuse', about: { film: film.id, title: 'Alexandria' } })
  expect((await decide(refuseFilmDoubt)).status).toBe(200)
  expect(await newest()).toEqual(refused)
  expect((await waiting()).map((one) => one.film.id)).not.toContain(film.id)
  expect((await waiting('1')).map((one) => one.film.id)).toContain(film.id)
  expect((await decide(reconsiderFilmDoubt)).status).toBe(200)
  expect((await newest())?.act).toBe('films.reconsider')
  expect((await waiting()).map((one) => one.film.id)).toContain(film.id)
  expect(await filmOfLogs()).toContain(film.id)
  expect(await filmOfLogs()).not.toContain(other.id)
})

test('what does not wait cannot be decided', async () => {
  const film = await buildFilm(app, {})
  const params = { movieId: film.id }
  for (const endpoint of [refuseFilmDoubt, reconsiderFilmDoubt])
    expect((await app.call(endpoint, { as: operator, params })).error.code).toBe('film.not_found')
  const into = 799_999_999
  const accepted = await app.call(acceptFilmDoubt, { as: operator, params, body: { into } })
  expect(accepted.error.code).toBe('film.not_found')
})

test('doubts come page after page', async () => {
  for (const title of ['One', 'Two', 'Three']) await doubt(title)
  const all = (await waiting()).map((one) => one.film.id)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await app.call(listFilmDoubts, {
      as: operator,
      query: { limit: 2, ...(cursor !== undefined && { cursor }) },
    })
    seen.push(...page.data.map((one) => one.film.id))
    cursor = page.headers.get('x-next-cursor') ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(all)
})
