import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldText } from '#shared/matching/fold.ts'
import { createTmdbClient } from '#server/adapters/film-source/tmdb-client.ts'
import { createNetworkFetch } from '#server/adapters/film-source/network-fetch.ts'
import { createLogger } from '#server/core/logger.ts'
import {
  startFilmSourceServer,
  wireErrors,
  wireFilm,
  wireFound,
  wirePage,
  wireTitles,
  type FilmSourceServer,
  type Reply,
} from '#test/fakes/film-source-server.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import type { ImportEntry } from '../entry.ts'
import { createMatcher } from './match.service.ts'

interface Film {
  id: number
  title: string
  year: number
  original?: string
  titles?: string[]
  director?: string
  imdb?: string
  adult?: boolean
}

/** Films as the film database has them; found by their words in any title. */
const films: Film[] = [
  { id: 841, title: 'Dune', year: 1984, director: 'David Lynch' },
  { id: 438631, title: 'Dune', year: 2021, titles: ['Dune: Part One', 'كثيب'] },
  { id: 11906, title: 'Suspiria', year: 1977 },
  { id: 361292, title: 'Suspiria', year: 2018 },
  { id: 807, title: 'Se7en', year: 1995, titles: ['Seven'] },
  {
    id: 194,
    title: 'Amélie',
    year: 2001,
    original: "Le Fabuleux Destin d'Amélie Poulain",
    imdb: 'tt0211915',
  },
  { id: 129, title: 'Spirited Away', year: 2001, original: '千と千尋の神隠し' },
  { id: 10681, title: 'WALL·E', year: 2008 },
  { id: 101, title: 'Léon: The Professional', year: 1994, original: 'Léon' },
  {
    id: 429,
    title: 'The Good, the Bad and the Ugly',
    year: 1966,
    original: 'Il buono, il brutto, il cattivo',
  },
  { id: 353081, title: 'Mission: Impossible – Fallout', year: 2018 },
  { id: 603, title: 'The Matrix', year: 1999, imdb: 'tt0133093' },
  { id: 1367, title: 'Rocky II', year: 1979 },
  { id: 13223, title: 'Fast & Furious', year: 2009 },
  { id: 240, title: 'Theeb', year: 2014, original: 'ذيب' },
  { id: 598, title: 'City of God', year: 2002, titles: ['مدينة الله'] },
  { id: 1, title: 'Eden', year: 2024, director: 'Ron Howard' },
  { id: 2, title: 'Eden', year: 2024, director: 'Anna Example' },
  { id: 3, title: 'Ghost House', year: 2010 },
  { id: 4, title: 'Ghost House', year: 2012 },
  { id: 5, title: 'Night Train', year: 2000, adult: true },
  { id: 6, title: 'Twin Peaks', year: 1989 },
  { id: 7, title: 'Joyland', year: 2022, director: 'Saim Sadiq', imdb: 'tt19719976' },
]

let source: FilmSourceServer
let app: TestApp

beforeAll(async () => {
  source = await startFilmSourceServer()
  app = await startTestApp({
    env: { TMDB_BASE_URL: source.url },
    overrides: {
      // Without the cache: each question is seen.
      filmSource: {
        ...createTmdbClient({
          baseUrl: source.url,
          apiKey: 'key',
          fetch: createNetworkFetch(),
          logger: createLogger('silent'),
          perSecond: Number.POSITIVE_INFINITY,
          tries: 1,
          breakAfter: 100_000,
        }),
        freshFilm: async () => null,
        peekFilm: async () => null,
        madeUpFilm: async () => null,
      },
    },
  })
})
beforeEach(() => {
  source.requests.length = 0
  source.otherwise(answer)
})
afterAll(async () => {
  await app.close()
  await source.close()
})

function answer(path: string, query: URLSearchParams): Reply {
  if (path === '/search/movie') {
    const words = foldText(query.get('query') ?? '').split(' ')
    const year = query.get('primary_release_year')
    const found = films.filter(
      (film) =>
        (year === null || film.year === Number(year)) &&
        [film.title, film.original ?? '', ...(film.titles ?? [])].some((title) =>
          words.every((word) => foldText(title).split(' ').includes(word)),
        ),
    )
    return { json: wirePage(found.map(listed)) }
  }
  const key = path.split('/').at(-1) ?? ''
  if (path.startsWith('/find/'))
    return { json: wireFound(films.filter((film) => film.imdb === key).map(listed)) }
  const film = films.find(({ id }) => id === Number(key))
  return film ? { json: wireTitles(film.id, film.titles ?? [], detailed(film)) } : wireErrors.notFound
}

const listed = ({ id, title, year, original = title, adult = false }: Film) =>
  wireFilm(id, { title, original_title: original, release_date: `${year}-05-01`, adult })

const detailed = (film: Film) => ({
  title: film.title,
  original_title: film.original ?? film.title,
  release_date: `${film.year}-05-01`,
  adult: film.adult ?? false,
  imdb_id: film.imdb ?? null,
  external_ids: { imdb_id: film.imdb ?? null, wikidata_id: null },
  credits: {
    cast: [],
    crew: film.director ? [{ id: 99, name: film.director, job: 'Director', department: 'Directing' }] : [],
  },
})

const entry = (title: string, year: number | null = null, more: Partial<ImportEntry> = {}): ImportEntry => ({
  kind: 'log',
  title,
  year,
  tmdbId: null,
  imdbId: null,
  directors: [],
  key: null,
  rating: null,
  watchedAt: null,
  loggedAt: null,
  rewatch: false,
  rewatchCount: 0,
  review: '',
  spoilers: false,
  tags: [],
  list: null,
  ...more,
})
const matchOf = async (one: ImportEntry) => (await createMatcher(app.ctx).match([one]))[0]

describe('sure', () => {
  test.each<[string, number | null, number]>([
    ['Dune', 1984, 841],
    ['Dune', 2021, 438631],
    ['Dune', 2020, 438631],
    ['Dune (2021)', null, 438631],
    ['Dune: Part One', 2021, 438631],
    ['Suspiria', 1977, 11906],
    ['Suspiria', 2018, 361292],
    ['Se7en', 1995, 807],
    ['Seven', 1995, 807],
    ['Amelie', 2001, 194],
    ["Le Fabuleux Destin d'Amélie Poulain", 2001, 194],
    ['Fabuleux Destin d’Amélie Poulain, Le', 2002, 194],
    ['Spirited Away', 2001, 129],
    ['千と千尋の神隠し', 2001, 129],
    ['WALL-E', 2008, 10681],
    ['Léon: The Professional', 1994, 101],
    ['Leon', 1994, 101],
    ['Good, the Bad and the Ugly, The', 1966, 429],
    ['Il buono, il brutto, il cattivo', 1966, 429],
    ['Mission: Impossible –\u00a0Fallout', 2018, 353081],
    ['Mission Impossible: Fallout', 2018, 353081],
    ['Matrix, The', 1999, 603],
    ['THE MATRIX', null, 603],
    ['Rocky 2', 1979, 1367],
    ['Fast and Furious', 2009, 13223],
    ['ذِيب', 2014, 240],
    ['مدينة الله', 2002, 598],
  ])('%s (%s) is %i', async (title, year, filmId) => {
    expect(await matchOf(entry(title, year))).toMatchObject({ state: 'sure', filmId })
  })

  test('goes by what fits best: a year off or missing, or another title, is less sure', async () => {
    const confidence = async (title: string, year: number | null) => {
      const match = await matchOf(entry(title, year))
      return match?.state === 'sure' ? match.confidence : 0
    }
    expect(await confidence('The Matrix', 1999)).toBe(100)
    expect(await confidence('The Matrix', 2000)).toBe(90)
    expect(await confidence('The Matrix', null)).toBe(75)
    expect(await confidence('Seven', 1995)).toBe(90)
  })
})

describe('doubtful', () => {
  test.each<[string, number | null, string, number[]]>([
    ['Eden', 2024, 'several-matches', [1, 2]],
    ['Ghost House', 2011, 'several-matches', [3, 4]],
    ['Dune', null, 'several-matches', [841, 438631]],
    ['Suspiria', 1990, 'other-year', [11906, 361292]],
    ['The Matrix', 2021, 'other-year', [603]],
    ['Matrix', 1999, 'other-title', [603]],
    ['Mission: Impossible', 2018, 'other-title', [353081]],
    ['Seven', null, 'other-title', [807]],
    ['Twin Peaks', 2017, 'other-year', [6]],
  ])('%s (%s) for %s', async (title, year, reason, candidates) => {
    expect(await matchOf(entry(title, year))).toMatchObject({ state: 'doubtful', reason, candidates })
  })
})

test.each<[string, number | null]>([
  ['Twin Peaks: The Return', 2017],
  ['Fleabag', 2016],
  ['Night Train', 2000],
  ['', null],
])('%s (%s) is not found', async (title, year) => {
  expect(await matchOf(entry(title, year))).toMatchObject({ state: 'not-found', reason: 'no-match' })
})

describe('numbers', () => {
  test.each<[string, ImportEntry, number]>([
    ['of the film database', entry('', null, { tmdbId: 603 }), 603],
    ['of IMDb', entry('', null, { imdbId: 'tt0133093' }), 603],
    ['with a translated title', entry('Matrica', 1999, { tmdbId: 603 }), 603],
    ['with a year far off', entry('The Matrix', 2009, { tmdbId: 603 }), 603],
    ['with the title of somewhere', entry('كثيب', 2030, { tmdbId: 438631 }), 438631],
    ['unknown, but title and year are', entry('The Matrix', 1999, { tmdbId: 900_000_001 }), 603],
    ['of a dropped film, and another', entry('', null, { tmdbId: 999, imdbId: 'tt0133093' }), 603],
    ['unknown to the source, of a film without one', entry('Rocky II', 1979, { imdbId: 'tt0079817' }), 1367],
  ])('%s', async (_, one, filmId) => {
    expect(await matchOf(one)).toMatchObject({ state: 'sure', filmId })
  })

  test('are doubted when title and year are of another film', async () => {
    expect(await matchOf(entry('The Sopranos', 1971, { tmdbId: 603 }))).toMatchObject({
      state: 'doubtful',
      reason: 'other-title',
      candidates: [603],
    })
    expect(await matchOf(entry('Joyland', 2022, { imdbId: 'tt0000001' }))).toMatchObject({
      state: 'doubtful',
      candidates: [7],
    })
  })

  test('of films for adults only find nothing', async () => {
    expect(await matchOf(entry('', null, { tmdbId: 5 }))).toMatchObject({ state: 'not-found' })
  })
})

describe('directors', () => {
  test.each([
    ['Ron Howard', 1],
    ['HOWARD, Ron', 1],
    ['Anna Maria Example', 2],
  ])('%s tells twins apart', async (name, filmId) => {
    expect(await matchOf(entry('Eden', 2024, { directors: [name] }))).toMatchObject({ state: 'sure', filmId })
  })

  test('tell films of one title apart where the year is missing', async () => {
    expect(await matchOf(entry('Dune', null, { directors: ['David Lynch'] }))).toMatchObject({
      state: 'sure',
      filmId: 841,
    })
  })

  test('who made none of them leave the doubt, and cast it on one that seemed sure', async () => {
    expect(await matchOf(entry('Eden', 2024, { directors: ['Nobody Known'] }))).toMatchObject({
      state: 'doubtful',
      reason: 'several-matches',
    })
    expect(await matchOf(entry('Joyland', 2022, { directors: ['Nobody Known'] }))).toMatchObject({
      state: 'doubtful',
      candidates: [7],
    })
  })
})

describe('a batch', () => {
  test('asks for each film once, also in later batches, and answers in order', async () => {
    const matcher = createMatcher(app.ctx)
    const rows = [
      entry('Dune', 2021),
      entry('Fleabag', 2016),
      entry('dune', 2021, { rating: 9 }),
      entry('DUNE', 2021),
    ]
    const first = await matcher.match(rows)
    expect(first.map((match) => match.state)).toEqual(['sure', 'not-found', 'sure', 'sure'])
    const asked = source.requests.length
    expect(asked).toBeLessThanOrEqual(1 + 4)
    expect(await matcher.match(rows.toReversed())).toEqual(first.toReversed())
    expect(source.requests).toHaveLength(asked)
  })

  test('costs one request a film whose title and year are right', async () => {
    await createMatcher(app.ctx).match(films.slice(0, 4).map((film) => entry(film.title, film.year)))
    expect(source.requests).toHaveLength(4)
  })

  test('leaves all films that it names in the database', async () => {
    await app.db.deleteFrom('films').execute()
    await createMatcher(app.ctx).match([
      entry('Dune', 2021),
      entry('Eden', 2024),
      entry('', null, { tmdbId: 603 }),
    ])
    const rows = await app.db.selectFrom('films').selectAll().orderBy('id').execute()
    expect(rows.map((row) => [row.id, row.title, row.runtime])).toEqual([
      [1, 'Eden', 0],
      [2, 'Eden', 0],
      [603, 'The Matrix', 139],
      [438631, 'Dune', 0],
    ])
  })

  test('is down only where the source could not be asked, and is asked again later', async () => {
    const matcher = createMatcher(app.ctx)
    const rows = [entry('Dune', 2021), entry('Suspiria', 1977), entry('', null, { tmdbId: 603 })]
    source.otherwise((path, query) =>
      query.get('query') === 'Dune' ? answer(path, query) : wireErrors.gateway,
    )
    expect((await matcher.match(rows)).map((match) => match.state)).toEqual(['sure', 'down', 'down'])
    source.otherwise(answer)
    expect((await matcher.match(rows)).map((match) => match.state)).toEqual(['sure', 'sure', 'sure'])
  })

  test('of anything at all is answered row by row', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(...films.map((film) => film.title)),
    )
    const any = fc
      .record({
        title: text,
        year: fc.option(fc.integer({ min: -10, max: 99_999 })),
        tmdbId: fc.option(fc.constantFrom(603, 999, 2_147_483_647)),
        imdbId: fc.option(fc.constantFrom('tt0133093', 'tt0000001')),
        directors: fc.array(text, { maxLength: 2 }),
      })
      .map(({ title, year, ...more }) => entry(title, year, more))
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 6 }), async (entries) => {
        const together = await createMatcher(app.ctx).match(entries)
        expect(together).toHaveLength(entries.length)
        const apart = await Promise.all(entries.map(matchOf))
        expect(together).toEqual(apart)
      }),
      { numRuns: 25 },
    )
  })
})
