import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import pino from 'pino'
import {
  startFilmSourceServer,
  wireDetails,
  wireErrors,
  wireFilm,
  wirePage,
  wirePersonDetails,
  type FilmSourceServer,
} from '#test/fakes/film-source-server.ts'
import { createNetworkFetch } from './network-fetch.ts'
import { createTmdbClient, type TmdbOptions } from './tmdb-client.ts'

const key = '0123456789abcdef0123456789abcdef'

let source: FilmSourceServer
let lines: string[]
let slept: number[]

beforeEach(async () => {
  source = await startFilmSourceServer()
  lines = []
  slept = []
})
afterEach(() => source.close())

/** A client whose waits are noted and skipped: its clock jumps ahead instead. */
function client(options: Partial<TmdbOptions> = {}) {
  let time = Date.parse('2026-05-01T12:00:00Z')
  return createTmdbClient({
    baseUrl: source.url,
    apiKey: key,
    fetch: createNetworkFetch(),
    logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    clock: {
      now: () => time,
      sleep: async (ms) => {
        slept.push(ms)
        time += ms
      },
    },
    timeoutMs: 2000,
    ...options,
  })
}

const down = { code: 'film.source_down' }

describe('keys', () => {
  test('a v3 key travels as api_key', async () => {
    source.next({ json: wirePage([]) })
    await client().search('amélie & co', 2)
    const sent = new URL(source.requests[0]?.url ?? '', source.url)
    expect(sent.pathname).toBe('/search/movie')
    expect(sent.searchParams.get('api_key')).toBe(key)
    expect(sent.searchParams.get('query')).toBe('amélie & co')
    expect(sent.searchParams.get('page')).toBe('2')
    expect(source.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('a v4 token travels in the header and nowhere else', async () => {
    source.next({ json: wirePage([]) })
    await client({ apiKey: 'aaaa.bbbb.cccc' }).trending()
    expect(source.requests[0]?.headers.authorization).toBe('Bearer aaaa.bbbb.cccc')
    expect(source.requests[0]?.url).not.toContain('aaaa')
  })

  test('no key is sent when there is none', async () => {
    source.next({ json: wirePage([]) })
    await client({ apiKey: null }).trending()
    expect(source.requests[0]?.url).not.toContain('api_key')
  })

  test('a refused key is told once in the log and never tried again at once', async () => {
    source.otherwise(() => wireErrors.wrongKey)
    const films = client()
    await expect(films.film(1)).rejects.toMatchObject(down)
    await expect(films.film(2)).rejects.toMatchObject(down)
    expect(source.requests).toHaveLength(2)
    expect(lines.filter((line) => line.includes('TMDB_API_KEY'))).toHaveLength(1)
  })

  test('the key is in no log line and no error, whatever goes wrong', async () => {
    source.next(
      'reset',
      wireErrors.gateway,
      wireErrors.wrongKey,
      wireErrors.brokenJson,
      wireErrors.brokenJson,
    )
    const films = client()
    for (const id of [1, 2, 3]) {
      const error: unknown = await films.film(id).catch((thrown: unknown) => thrown)
      const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause)
      expect(told).not.toContain(key)
    }
    const away = client({ baseUrl: 'http://127.0.0.1:1' })
    await expect(away.film(4)).rejects.toMatchObject(down)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(key)
  })
})

describe('answers', () => {
  test('a film comes with everything its page needs, from one request', async () => {
    source.next({ json: wireDetails(550) })
    const film = await client().film(550)
    expect(source.requests).toHaveLength(1)
    const sent = new URL(source.requests[0]?.url ?? '', source.url).searchParams
    expect(sent.get('append_to_response')?.split(',')).toContain('watch/providers')
    expect(sent.get('append_to_response')?.split(',').length).toBeLessThanOrEqual(20)
    expect(sent.get('include_image_language')).toBe('en,ar,fr,null')
    expect(sent.get('include_video_language')).toMatch(/^en,ar,fr,/)
    expect(source.requests[0]?.url).not.toMatch(/%20|\+/)
    expect(film).toMatchObject({ id: 550, runtime: 139, tagline: 'Mischief.', genre_ids: [18] })
    expect(film?.origin_country).toEqual(['US'])
    expect(film?.cast.map((member) => member.name)).toEqual(['First Billed', 'Second Billed'])
    expect(film?.crew.map((member) => member.job)).toEqual(['Director', 'Writer'])
    expect(film?.videos[0]).toMatchObject({ key: 'dfeUzm6KF4g', site: 'YouTube', type: 'Trailer' })
    expect(film?.backdrops.map((image) => image.file_path)).toEqual(['/plain.jpg', '/withtext.jpg'])
    expect(film?.posters.map((image) => image.file_path)).toEqual(['/many.jpg', '/few.jpg'])
    expect(film?.logos).toEqual([{ file_path: '/logo.png', vote_count: 2, language: 'ar' }])
    expect(film?.similar.map((other) => other.id)).toEqual([552])
    expect(film?.providers['SA']?.flatrate).toHaveLength(1)
    expect(film?.providers['SA']?.rent).toEqual([])
    expect(film?.providers['SA']?.ads).toEqual([
      { provider_id: 9, provider_name: 'Noisy', logo_path: '/shop.jpg' },
    ])
    expect(film).toMatchObject({
      imdb_id: 'tt0137523',
      wikidata_id: 'Q190050',
      production_countries: ['US', 'DE'],
      collection: null,
      keywords: [{ id: 825, name: 'support group' }],
      translations: [{ language: 'ar', title: 'فيلم 550', overview: '', tagline: '' }],
      releases: {
        US: [
          { type: 1, date: '1999-09-21', certification: '', note: 'Premiere' },
          { type: 3, date: '1999-10-15', certification: 'R', note: '' },
        ],
      },
    })
  })

  test('films by what they are, never those for adults only', async () => {
    source.next({ json: wirePage([wireFilm(7)], { total_pages: 3 }) })
    const found = await client().discover({ language: 'ja' }, 'best', 2)
    expect(found).toMatchObject({ total_pages: 3, results: [{ id: 7 }] })
    const { pathname, searchParams } = new URL(source.requests[0]?.url ?? '', source.url)
    expect(pathname).toBe('/discover/movie')
    const sent = Object.fromEntries(searchParams)
    expect(sent).toMatchObject({ with_original_language: 'ja', page: '2', include_adult: 'false' })
  })

  test('similar films stand in for missing recommendations', async () => {
    source.next({ json: wireDetails(550, { recommendations: wirePage([]) }) })
    expect((await client().film(550))?.similar.map((other) => other.id)).toEqual([551])
  })

  test('nulls, blanks and missing parts become blanks', async () => {
    source.next({
      json: {
        id: 9,
        title: 'Bare',
        poster_path: null,
        runtime: null,
        overview: null,
        genres: null,
        credits: null,
      },
    })
    expect(await client().film(9)).toEqual({
      id: 9,
      title: 'Bare',
      original_title: '',
      overview: '',
      poster_path: null,
      backdrop_path: null,
      release_date: '',
      vote_average: 0,
      vote_count: 0,
      original_language: '',
      genre_ids: [],
      adult: false,
      popularity: 0,
      tagline: '',
      runtime: 0,
      imdb_id: null,
      wikidata_id: null,
      origin_country: [],
      translations: [],
      translated_posters: {},
      production_countries: [],
      genres: [],
      overview_credit: null,
      collection: null,
      keywords: [],
      releases: {},
      cast: [],
      crew: [],
      videos: [],
      backdrops: [],
      posters: [],
      logos: [],
      similar: [],
      providers: {},
    })
  })

  test('one broken item does not cost the others, and other media are left out', async () => {
    source.next({
      json: wirePage([
        wireFilm(1),
        { id: 'two', title: 'No number' },
        null,
        { ...wireFilm(3), media_type: 'tv' },
        wireFilm(4, { release_date: undefined, poster_path: null }),
        wireFilm(1),
      ]),
    })
    const films = await client().trending()
    expect(films.map((film) => film.id)).toEqual([1, 4])
    expect(films[1]).toMatchObject({ release_date: '', poster_path: null })
  })

  test('picture paths that are no plain file names are dropped', async () => {
    source.next({
      json: wirePage([
        wireFilm(1, { poster_path: '/../../etc/passwd.jpg', backdrop_path: 'https://evil.example/a.jpg' }),
        wireFilm(2, { poster_path: '/logo.svg' }),
      ]),
    })
    const films = await client().trending()
    expect(films.map((film) => [film.poster_path, film.backdrop_path])).toEqual([
      [null, null],
      [null, '/backdrop2.jpg'],
    ])
  })

  test('one person comes with the films that are looked at most', async () => {
    source.next({ json: wirePersonDetails(7) }, wireErrors.notFound, { json: wirePersonDetails(9) })
    const films = client()
    expect(await films.person(7)).toMatchObject({ id: 7, known_for: [{ id: 2 }, { id: 3 }, { id: 1 }] })
    expect(await films.person(8)).toBeNull()
    await expect(films.person(8)).rejects.toMatchObject(down)
  })

  test('pages beyond 500 are not promised', async () => {
    source.next({ json: wirePage([wireFilm(1)], { total_pages: 1000, total_results: 20_000 }) })
    expect(await client().search('a', 1)).toMatchObject({ total_pages: 500 })
  })

  test('an unknown film is null; a query the source refuses finds nothing', async () => {
    source.next(wireErrors.notFound, { status: 422, json: { status_code: 5 } })
    const films = client()
    expect(await films.film(1)).toBeNull()
    expect(await films.search('?', 1)).toMatchObject({ results: [], total_pages: 0 })
  })
})

describe('faults', () => {
  test.each([
    ['a gateway page', wireErrors.gateway],
    ['broken JSON', wireErrors.brokenJson],
    ['a cut connection', 'reset' as const],
    ['too many requests', wireErrors.slowDown('1')],
  ])('%s is tried once more', async (_, reply) => {
    source.next(reply, { json: wirePage([wireFilm(7)]) })
    expect((await client().trending()).map((film) => film.id)).toEqual([7])
    expect(source.requests).toHaveLength(2)
    expect(slept.length).toBeGreaterThan(0)
  })

  test('the second failure is told as the source being down', async () => {
    source.next(wireErrors.gateway, wireErrors.gateway)
    await expect(client().trending()).rejects.toMatchObject({ ...down, status: 503, retryAfter: 30 })
    expect(source.requests).toHaveLength(2)
  })

  test('Retry-After is kept, for this request and all others', async () => {
    source.next(wireErrors.slowDown('3'), { json: wirePage([]) }, { json: wirePage([]) })
    const films = client()
    await films.trending()
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(3000)
  })

  test('a Retry-After longer than anyone waits ends the request, and the next ones without asking', async () => {
    source.next(wireErrors.slowDown('3600'))
    const films = client()
    await expect(films.trending()).rejects.toMatchObject(down)
    await expect(films.film(1)).rejects.toMatchObject(down)
    expect(source.requests).toHaveLength(1)
    expect(slept).toEqual([])
  })

  test('a source that hangs is given up', async () => {
    source.otherwise(() => 'hang')
    await expect(client({ timeoutMs: 300 }).trending()).rejects.toMatchObject(down)
    expect(source.requests).toHaveLength(2)
  })

  test('redirects are not followed', async () => {
    source.otherwise((path) =>
      path === '/elsewhere'
        ? { json: wirePage([wireFilm(1)]) }
        : { text: '', status: 302, headers: { location: `${source.url}/elsewhere` } },
    )
    await expect(client().trending()).rejects.toMatchObject(down)
    expect(source.requests.map((request) => request.url)).not.toContain('/elsewhere')
  })

  test('an answer about another film has the number of that one', async () => {
    source.next({ json: wireDetails(2) })
    expect((await client().film(1))?.id).toBe(2)
  })

  test('an answer larger than any of the source is given up', async () => {
    source.otherwise(() => ({ text: 'x'.repeat(9 * 1024 * 1024) }))
    await expect(client().trending()).rejects.toMatchObject(down)
  })
})

describe('load', () => {
  test('equal questions under way are asked once', async () => {
    source.otherwise(() => ({ json: wireDetails(5) }))
    const films = client()
    const answers = await Promise.all(Array.from({ length: 50 }, () => films.film(5)))
    expect(source.requests).toHaveLength(1)
    expect(answers.every((film) => film?.id === 5)).toBe(true)
  })

  test('at most 8 at once', async () => {
    let open = 0
    let most = 0
    const release: (() => void)[] = []
    source.otherwise(async (path) => {
      open += 1
      most = Math.max(most, open)
      await new Promise<void>((resolve) => void release.push(resolve))
      open -= 1
      return { json: wireDetails(Number(path.split('/').at(-1))) }
    })
    const films = client()
    const asked = Promise.all(Array.from({ length: 20 }, (_, index) => films.film(index + 1)))
    await vi.waitFor(() => expect(open).toBe(8))
    for (let answered = 0; answered < 20; answered += 1) {
      await vi.waitFor(() => expect(release.length).toBeGreaterThan(answered))
      release[answered]?.()
    }
    await asked
    expect(most).toBe(8)
  })

  test('at most 20 a second, and nobody waits in line for ever', async () => {
    source.otherwise((path) => ({ json: wireDetails(Number(path.split('/').at(-1))) }))
    const starts: number[] = []
    let time = 1_000_000
    const waits: { until: number; resolve: () => void }[] = []
    const films = client({
      atOnce: 1000,
      timeoutMs: 30_000,
      clock: {
        now: () => time,
        sleep: (ms) => new Promise((resolve) => void waits.push({ until: time + ms, resolve })),
      },
      fetch: async (url, init) => {
        starts.push(time)
        return createNetworkFetch()(url, init)
      },
    })
    const asked = Promise.allSettled(Array.from({ length: 130 }, (_, index) => films.film(index + 1)))
    const answers = { areAllIn: false }
    void asked.then(() => (answers.areAllIn = true))
    await vi.waitFor(() => expect(waits).toHaveLength(100))
    while (!answers.areAllIn) {
      time += 1000
      for (const wait of waits.splice(0)) {
        if (wait.until <= time) wait.resolve()
        else waits.push(wait)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    const results = await asked
    expect(starts).toHaveLength(120)
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10)
    for (const start of starts)
      expect(starts.filter((other) => other > start - 1000 && other <= start).length).toBeLessThanOrEqual(20)
  })

  test('after a row of failures the source is left alone, then asked again', async () => {
    source.otherwise(() => wireErrors.gateway)
    const films = client({ breakAfter: 4, breakMs: 1000 })
    for (const id of [1, 2]) await expect(films.film(id)).rejects.toMatchObject(down)
    expect(source.requests).toHaveLength(4)
    await expect(films.film(3)).rejects.toMatchObject(down)
    expect(source.requests).toHaveLength(4)

    source.otherwise((path) => ({ json: wireDetails(Number(path.split('/').at(-1))) }))
    await vi.waitFor(async () => expect((await films.film(4))?.id).toBe(4), 10_000)
    expect((await films.film(5))?.id).toBe(5)
    expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('answers again'))).toHaveLength(1)
  })

  test('queries that the source refuses do not count as its failures', async () => {
    source.otherwise((path) =>
      path === '/search/movie' ? { status: 422, json: { status_code: 5 } } : { json: wireDetails(1) },
    )
    const films = client({ breakAfter: 3 })
    for (let number = 1; number <= 10; number += 1) await films.search('?', number)
    expect((await films.film(1))?.id).toBe(1)
  })
})
