import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { choosePoster, getPoster, listFilmPosters } from '#shared/api/posters.ts'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { buildFilm, buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let source: FilmSourceServer
let app: TestApp
let member: TestMember
let other: TestMember

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({ env: { TMDB_BASE_URL: source.url } })
  member = await buildMember(app)
  other = await buildMember(app)
})
beforeEach(() => {
  source.otherwise((path) => {
    const id = Number(path.split('/').at(-1))
    return id < 1_000_000 ? { json: wireDetails(id, { poster_path: '/many.jpg' }) } : wireErrors.notFound
  })
})
afterAll(async () => {
  await app.close()
  await source.close()
})

const list = (movieId: number, as: TestMember | null = member) =>
  app.call(listFilmPosters, { params: { movieId }, ...(as && { as }) })
const choose = (movieId: number, posterUrl: string, as: TestMember | null = member) =>
  app.call(choosePoster, { params: { movieId }, body: { posterUrl }, ...(as && { as }) })
const chosen = async (movieId: number, as = member) =>
  (await app.call(getPoster, { as, params: { movieId }, query: {} })).data.posterOverride

describe('the posters of a film', () => {
  test('come most voted first, with their votes', async () => {
    expect((await list(1)).data).toEqual({
      id: 1,
      posters: [
        { file_path: '/many.jpg', vote_count: 30 },
        { file_path: '/few.jpg', vote_count: 2 },
      ],
    })
  })

  test('are 200 at most, the most voted wherever the source has them, and each once', async () => {
    const posters = Array.from({ length: 900 }, (_, index) => ({
      file_path: `/p${index % 450}.jpg`,
      vote_count: index % 450,
      vote_average: 5,
      iso_639_1: 'en',
    }))
    source.next({ json: wireDetails(2, { poster_path: '/p449.jpg', images: { posters, backdrops: [] } }) })
    const { data } = await list(2)
    expect(data.posters).toHaveLength(200)
    expect([data.posters[0]?.file_path, data.posters.at(-1)?.file_path]).toEqual(['/p449.jpg', '/p250.jpg'])
  })

  test('hold the usual one, even when the source does not list it', async () => {
    source.next({ json: wireDetails(3, { poster_path: '/japanese.jpg' }) })
    expect((await list(3)).data.posters.at(-1)).toEqual({ file_path: '/japanese.jpg', vote_count: 0 })
  })

  test('are not for guests', async () => {
    expect((await list(1, null)).error.code).toBe('auth.required')
  })

  test('of a film that the source dropped are the one that Scene remembers', async () => {
    const film = await buildFilm(app, { id: 1_000_001 })
    expect((await list(film.id)).data.posters).toEqual([
      { file_path: `/poster${film.id}-0.jpg`, vote_count: 0 },
    ])
    expect((await list(1_000_002)).error.code).toBe('film.not_found')
  })

  test('are not available while the source is down', async () => {
    const film = await buildFilm(app, { id: 900 })
    source.otherwise(() => wireErrors.wrongKey)
    const { status, error } = await list(film.id)
    expect([status, error.code]).toEqual([503, 'film.source_down'])
    expect((await choose(film.id, '/few.jpg')).error.code).toBe('film.source_down')
  })
})

describe('a member’s own poster', () => {
  test.each([
    '/few.jpg',
    '/t/p/w500/few.jpg',
    '/t/p/original/few.jpg',
    'https://image.tmdb.org/t/p/w342/few.jpg',
    'https://image.tmdb.org:443/t/p/w342/few.jpg',
    'https://IMAGE.tmdb.org/t/p/original/few.jpg',
    `/api/logs/proxy/tmdb?url=${encodeURIComponent('https://image.tmdb.org/t/p/w500/few.jpg')}`,
    `/api/logs/proxy/tmdb?url=${encodeURIComponent('/t/p/w500/few.jpg')}`,
  ])('is chosen by %s, and the usual one takes it back', async (posterUrl) => {
    expect((await choose(10, posterUrl)).data).toEqual({ posterOverride: '/t/p/w500/few.jpg' })
    expect(await chosen(10)).toBe('/t/p/w500/few.jpg')
    const usual = await choose(10, posterUrl.replace('few', 'many'))
    expect(usual.data).toEqual({ posterOverride: null })
    expect(await chosen(10)).toBeNull()
  })

  test('is each member’s own, and the film is remembered', async () => {
    await choose(11, '/few.jpg')
    expect([await chosen(11), await chosen(11, other)]).toEqual(['/t/p/w500/few.jpg', null])
    const row = await app.db.selectFrom('films').selectAll().where('id', '=', 11).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ title: 'Film 11', poster_path: '/many.jpg' })
    await choose(11, '/many.jpg', other)
    expect(await chosen(11)).toBe('/t/p/w500/few.jpg')
  })

  test('is what was chosen last, also by many at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => choose(12, '/few.jpg')))
    expect(await chosen(12)).toBe('/t/p/w500/few.jpg')
    const rows = await app.db.selectFrom('poster_overrides').selectAll().where('film_id', '=', 12).execute()
    expect(rows).toHaveLength(1)
  })

  test.each([
    '/unknown.jpg',
    'few.jpg',
    '/few.jpg?x=1',
    '/few.svg',
    '/../few.jpg',
    '/media/avatars/few.jpg',
    '/t/p/w500/unknown.jpg',
    '/t/p/w500/../few.jpg',
    '//image.tmdb.org/t/p/w500/few.jpg',
    'http://image.tmdb.org/t/p/w500/few.jpg',
    'https://image.tmdb.org.evil.example/t/p/w500/few.jpg',
    'https://evil-image.tmdb.org/t/p/w500/few.jpg',
    'https://image.tmdb.org@evil.example/t/p/w500/few.jpg',
    'https://image.tmdb.org:8443/t/p/w500/few.jpg',
    'javascript:/few.jpg',
    '/api/logs/proxy/tmdb?url=/few.jpg',
    '/api/logs/proxy/tmdb?url=https%3A%2F%2Fevil.example%2Ft%2Fp%2Fw500%2Ffew.jpg',
    '/api/logs/proxy/tmdb?url=%2Fapi%2Flogs%2Fproxy%2Ftmdb%3Furl%3D%252Ft%252Fp%252Fw500%252Ffew.jpg',
  ])('is not %s', async (posterUrl) => {
    const { status, error } = await choose(13, posterUrl)
    expect([status, error.code, error.error]).toEqual([
      400,
      'poster.unknown',
      'This is not a poster of this film.',
    ])
    expect(await chosen(13)).toBeNull()
  })

  test('needs a film, a poster and a member', async () => {
    expect((await choose(1_000_003, '/few.jpg')).error.code).toBe('film.not_found')
    expect((await choose(14, '')).error.code).toBe('request.invalid')
    expect((await choose(14, '/few.jpg', null)).status).toBe(401)
  })

  test('of a film that the source dropped goes back to the one that Scene remembers', async () => {
    const film = await buildFilm(app, { id: 1_000_004 })
    const row = { member_id: member.id, film_id: film.id, poster_path: '/gone.jpg' }
    await app.db.insertInto('poster_overrides').values(row).execute()
    expect((await choose(film.id, '/gone.jpg')).error.code).toBe('poster.unknown')
    expect((await choose(film.id, `/poster${film.id}-0.jpg`)).data).toEqual({ posterOverride: null })
    expect(await chosen(film.id)).toBeNull()
  })
})

describe('film 11020', () => {
  test('has one approved poster at a film database', async () => {
    for (const posterUrl of ['/few.jpg', '/unknown.jpg', 'nonsense']) {
      const { status, error } = await choose(11020, posterUrl)
      expect([status, error.code, error.error]).toEqual([
        400,
        'poster.not_approved',
        'Only the approved poster can be used for this film.',
      ])
    }
    expect((await choose(11020, '/t/p/w500/many.jpg')).data).toEqual({ posterOverride: null })
  })

  test('is in the built-in catalogue with six posters, the first of which is approved', async () => {
    const builtIn = await startTestApp()
    try {
      const as = await buildMember(builtIn)
      const params = { movieId: 11020 }
      const { data } = await builtIn.call(listFilmPosters, { as, params })
      expect(data.posters.map((poster) => poster.file_path)).toEqual(
        ['0-n0', '1-n3', '2-g1', '3-i5', '4-i0', '5-i3'].map((picture) => `/poster11020-${picture}.jpg`),
      )
      const answers = await Promise.all(
        data.posters.map(({ file_path }) =>
          builtIn.call(choosePoster, { as, params, body: { posterUrl: file_path } }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400, 400])
      expect(answers[1]?.error.code).toBe('poster.not_approved')
    } finally {
      await builtIn.close()
    }
  })
})
