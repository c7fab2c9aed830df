import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the fake answers one request. */
export type Reply =
  | { json: unknown; status?: number; headers?: Record<string, string> }
  | { text: string; status?: number; headers?: Record<string, string> }
  | { bytes: Buffer; type: string; status?: number; headers?: Record<string, string> }
  /** Accepts the request and closes the connection without an answer. */
  | 'reset'
  /** Accepts the request and never answers. */
  | 'hang'

export interface FilmSourceServer {
  /** `http://127.0.0.1:<port>` without a slash at the end. */
  url: string
  /** Every request so far: path with query, and headers. */
  requests: { url: string; headers: IncomingMessage['headers'] }[]
  /** The next answers, one a request; afterwards `otherwise` decides again. */
  next(...replies: Reply[]): void
  otherwise(answer: (path: string, query: URLSearchParams) => Reply | Promise<Reply>): void
  close(): Promise<void>
}

/** A film database over real HTTP whose answers the test decides. Unknown paths answer the source's own 404. */
export async function startFilmSourceServer(): Promise<FilmSourceServer> {
  const queue: Reply[] = []
  const requests: FilmSourceServer['requests'] = []
  let fallback: Parameters<FilmSourceServer['otherwise']>[0] = () => wireErrors.notFound
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    const url = new URL(request.url ?? '/', 'http://source')
    void Promise.resolve(queue.shift() ?? fallback(url.pathname, url.searchParams)).then((reply) =>
      send(response, reply),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next: (...replies) => void queue.push(...replies),
    otherwise: (answer) => void (fallback = answer),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, reply: Reply) {
  if (reply === 'hang') return
  if (reply === 'reset') {
    response.destroy()
    return
  }
  const [body, type] =
    'json' in reply
      ? [JSON.stringify(reply.json), 'application/json;charset=utf-8']
      : 'text' in reply
        ? [reply.text, 'text/html']
        : [reply.bytes, reply.type]
  response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers }).end(body)
}

/** The source's own error bodies and what gateways in front of it send. */
export const wireErrors = {
  wrongKey: {
    status: 401,
    json: {
      success: false,
      status_code: 7,
      status_message: 'Invalid API key: You must be granted a valid key.',
    },
  },
  notFound: {
    status: 404,
    json: {
      success: false,
      status_code: 34,
      status_message: 'The resource you requested could not be found.',
    },
  },
  slowDown: (retryAfter?: string) => ({
    status: 429,
    json: { status_code: 25, status_message: 'Your request count (41) is over the allowed limit of (40).' },
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  }),
  gateway: { status: 502, text: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
  brokenJson: { text: '{"results": [{"id": 1, "ti' },
} satisfies Record<string, Reply | ((...given: never[]) => Reply)>

/** A film as lists have it. */
export function wireFilm(id: number, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    adult: false,
    backdrop_path: `/backdrop${id}.jpg`,
    genre_ids: [18, 53],
    id,
    original_language: 'en',
    original_title: `Film ${id}`,
    overview: 'Somebody wants something.',
    popularity: 61.416,
    poster_path: `/poster${id}.jpg`,
    release_date: '1999-10-15',
    title: `Film ${id}`,
    video: false,
    vote_average: 8.438,
    vote_count: 26_280,
    ...overrides,
  }
}

export function wirePage(results: unknown[], overrides: Record<string, unknown> = {}) {
  return { page: 1, results, total_pages: 1, total_results: results.length, ...overrides }
}

const wirePerson = (id: number, name: string) => ({
  adult: false,
  gender: 2,
  id,
  known_for_department: 'Acting',
  name,
  original_name: name,
  popularity: 2.1,
  profile_path: `/person${id}.jpg`,
})

/** A person as a search finds one: known for a series and two films. */
export const wireFoundPerson = (id: number, overrides: Record<string, unknown> = {}) => ({
  ...wirePerson(id, `Person ${id}`),
  known_for: [
    { ...wireFilm(id + 1), media_type: 'movie' },
    { id: id + 2, name: 'A series', media_type: 'tv' },
    { ...wireFilm(id + 3), media_type: 'movie' },
  ],
  ...overrides,
})

/** `/person/{id}` with the appended films. */
export const wirePersonDetails = (id: number, overrides: Record<string, unknown> = {}) => ({
  ...wirePerson(id, `Person ${id}`),
  also_known_as: [],
  biography: `The life of person ${id}.`,
  birthday: '1974-08-15',
  deathday: null,
  homepage: null,
  imdb_id: 'nm0000001',
  place_of_birth: 'Riyadh, Saudi Arabia',
  movie_credits: {
    cast: [
      { ...wireFilm(1, { popularity: 3 }), character: 'Anna', credit_id: 'a1', order: 0 },
      { ...wireFilm(2, { popularity: 9 }), character: '', credit_id: 'a2', order: 4 },
      { ...wireFilm(2, { popularity: 9 }), character: 'Her own ghost', credit_id: 'a3', order: 5 },
    ],
    crew: [
      { ...wireFilm(3, { popularity: 5 }), credit_id: 'c1', department: 'Directing', job: 'Director' },
      { ...wireFilm(2, { popularity: 9 }), credit_id: 'c2', department: 'Directing', job: 'Director' },
      { ...wireFilm(2, { popularity: 9 }), credit_id: 'c3', department: 'Writing', job: 'Writer' },
      { ...wireFilm(2, { popularity: 9 }), credit_id: 'c4', department: 'Writing', job: 'Writer' },
    ],
  },
  ...overrides,
})

/** `/movie/{id}` with the appended parts. A director and one more job of hers, twice over, as the source has it. */
export function wireDetails(id: number, overrides: Record<string, unknown> = {}) {
  const { genre_ids: _, ...film } = wireFilm(id)
  const director = { ...wirePerson(7467, 'Dana Director'), credit_id: 'c1' }
  const shop = { provider_id: 8, provider_name: 'Shop', logo_path: '/shop.jpg', display_priority: 1 }
  return {
    ...film,
    belongs_to_collection: null,
    budget: 63_000_000,
    genres: [{ id: 18, name: 'Drama' }],
    homepage: '',
    imdb_id: 'tt0137523',
    origin_country: ['US'],
    revenue: 0,
    runtime: 139,
    spoken_languages: [],
    status: 'Released',
    tagline: 'Mischief.',
    credits: {
      cast: [
        { ...wirePerson(287, 'Second Billed'), cast_id: 5, character: 'Tyler', credit_id: 'a2', order: 1 },
        { ...wirePerson(819, 'First Billed'), cast_id: 4, character: '', credit_id: 'a1', order: 0 },
      ],
      crew: [
        { ...director, department: 'Directing', job: 'Director' },
        { ...director, department: 'Directing', job: 'Director', credit_id: 'c2' },
        { ...director, department: 'Writing', job: 'Writer' },
      ],
    },
    videos: {
      results: [
        {
          iso_639_1: 'en',
          iso_3166_1: 'US',
          name: 'Trailer',
          key: 'dfeUzm6KF4g',
          site: 'YouTube',
          size: 1080,
          type: 'Trailer',
          official: true,
          published_at: '2014-10-03T06:03:02.000Z',
          id: '639d5326be6d88007f170f44',
        },
      ],
    },
    images: {
      backdrops: [
        { file_path: '/withtext.jpg', iso_639_1: 'en', vote_count: 90, vote_average: 5, width: 1, height: 1 },
        { file_path: '/plain.jpg', iso_639_1: null, vote_count: 4, vote_average: 5, width: 1, height: 1 },
      ],
      logos: [
        { file_path: '/logo.png', iso_639_1: 'ar', vote_count: 2, vote_average: 9, width: 1, height: 1 },
      ],
      posters: [
        { file_path: '/few.jpg', iso_639_1: 'en', vote_count: 2, vote_average: 9, width: 1, height: 1 },
        { file_path: '/many.jpg', iso_639_1: 'en', vote_count: 30, vote_average: 5, width: 1, height: 1 },
      ],
    },
    similar: wirePage([wireFilm(id + 1)]),
    recommendations: wirePage([{ ...wireFilm(id + 2), media_type: 'movie' }]),
    'watch/providers': {
      results: {
        SA: {
          link: 'https://www.themoviedb.org/movie/550/watch?locale=SA',
          flatrate: [shop, shop],
          buy: [shop],
          ads: [{ ...shop, provider_id: 9, provider_name: 'Noisy' }],
        },
      },
    },
    production_countries: [
      { iso_3166_1: 'US', name: 'United States of America' },
      { iso_3166_1: 'DE', name: 'Germany' },
    ],
    keywords: { keywords: [{ id: 825, name: 'support group' }] },
    external_ids: { imdb_id: 'tt0137523', wikidata_id: 'Q190050', facebook_id: null },
    translations: { translations: wireTranslations(id) },
    release_dates: {
      results: [
        {
          iso_3166_1: 'US',
          release_dates: [
            wireRelease(3, '1999-10-15T00:00:00.000Z', 'R'),
            wireRelease(1, '1999-09-21T00:00:00.000Z', '', 'Premiere'),
          ],
        },
      ],
    },
    ...overrides,
  }
}

/** One of the dates of a region. */
export const wireRelease = (type: number, date: string, certification = '', note = '') => ({
  certification,
  descriptors: [],
  iso_639_1: '',
  note,
  release_date: date,
  type,
})

const wireTranslations = (id: number) => [
  { iso_3166_1: 'SA', iso_639_1: 'ar', data: { title: `فيلم ${id}`, overview: '', runtime: 139 } },
  { iso_3166_1: 'DE', iso_639_1: 'de', data: { title: '', overview: 'Jemand will etwas.', runtime: 0 } },
]

/** `/movie/{id}` with the titles of everywhere. */
export const wireTitles = (id: number, titles: string[], overrides: Record<string, unknown> = {}) => ({
  ...wireDetails(id, overrides),
  alternative_titles: { titles: titles.map((title) => ({ iso_3166_1: 'FR', title, type: '' })) },
})

/** `/find/{id}`. */
export const wireFound = (films: unknown[]) => ({
  movie_results: films,
  person_results: [],
  tv_results: [],
  tv_episode_results: [],
  tv_season_results: [],
})
