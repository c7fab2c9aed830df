import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLog, updateLogBackdrop } from '#shared/api/logs.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { buildFilm, buildLog, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let source: FilmSourceServer
let app: TestApp
let author: TestMember
let other: TestMember
let log: { id: string }

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url } })
  author = await buildMember(app)
  other = await buildMember(app)
})
beforeEach(async () => {
  source.otherwise((path) => {
    const id = Number(path.split('/').at(-1))
    return id < 1_000_000 ? { json: wireDetails(id) } : wireErrors.notFound
  })
  log = await buildLog(app, { author, film: await film(1), review: 'Wide.' })
})
afterAll(async () => {
  await app.close()
  await source.close()
})

async function film(id: number) {
  const built = await buildFilm(app, { id })
  await app.db.updateTable('films').set({ backdrop_path: '/own.jpg' }).where('id', '=', id).execute()
  return built
}
const choose = (backdrop: string, as: TestMember | null = author, logId = log.id) =>
  app.call(updateLogBackdrop, { params: { logId }, body: { backdrop }, ...(as && { as }) })
const read = async (logId = log.id) => (await app.call(getLog, { as: other, params: { logId } })).data

const chosen = {
  backdrop: '/t/p/original/plain.jpg',
  customBackdrop: '/t/p/original/plain.jpg',
  reviewBackdrop: '/t/p/original/plain.jpg',
}
const usual = { backdrop: '/t/p/original/own.jpg', customBackdrop: null, reviewBackdrop: null }

describe('the backdrop of a log', () => {
  test.each([
    '/plain.jpg',
    '/t/p/original/plain.jpg',
    '/t/p/w300/plain.jpg',
    'https://image.tmdb.org/t/p/w1280/plain.jpg',
  ])('is chosen by %s, for everybody to see, and taken back', async (backdrop) => {
    const { status, data } = await choose(backdrop)
    expect(status).toBe(200)
    expect(data).toMatchObject({ _id: log.id, review: 'Wide.', ...chosen })
    expect(await read()).toMatchObject(chosen)
    expect((await choose('')).data).toMatchObject(usual)
    expect(await read()).toMatchObject(usual)
  })

  test('may be the film’s usual one', async () => {
    expect((await choose('/backdrop1.jpg')).data.backdrop).toBe('/t/p/original/backdrop1.jpg')
  })

  test.each([
    '/unknown.jpg',
    'plain.jpg',
    '/few.jpg',
    '/media/logs/plain.webp',
    '/t/p/original/../plain.jpg',
    'https://image.tmdb.org.evil.example/t/p/original/plain.jpg',
    '//image.tmdb.org/t/p/original/plain.jpg',
    'javascript:/plain.jpg',
    ' ',
  ])('is not %s', async (backdrop) => {
    const { status, error } = await choose(backdrop)
    expect([status, error.code, error.error]).toEqual([
      400,
      'backdrop.unknown',
      'This is not a backdrop of this film.',
    ])
    expect(await read()).toMatchObject(usual)
  })

  test('is its author’s only', async () => {
    const foreign = await choose('/plain.jpg', other)
    expect([foreign.status, foreign.error.code]).toEqual([403, 'log.not_yours'])
    expect((await choose('/plain.jpg', null)).status).toBe(401)
    expect((await choose('/plain.jpg', author, randomUUID())).error.code).toBe('log.not_found')
    expect(await read()).toMatchObject(usual)
  })

  test('of a film that the source dropped is the one that Scene remembers', async () => {
    const dropped = await buildLog(app, { author, film: await film(1_000_001) })
    expect((await choose('/own.jpg', author, dropped.id)).data.customBackdrop).toBe('/t/p/original/own.jpg')
    expect((await choose('/plain.jpg', author, dropped.id)).error.code).toBe('backdrop.unknown')
  })

  test('waits while the source is down, but is taken back all the same', async () => {
    const asleep = await buildLog(app, { author, film: await film(2) })
    source.otherwise(() => wireErrors.wrongKey)
    const { status, error } = await choose('/plain.jpg', author, asleep.id)
    expect([status, error.code]).toEqual([503, 'film.source_down'])
    expect((await choose('', author, asleep.id)).data).toMatchObject(usual)
  })
})
