import type * as z from 'zod'
import { systemClock, type Clock } from '../clock.ts'
import { createGuard, reasonFor, type BreakOptions } from '../guard.ts'
import { createUpstream, type Upstream } from '../upstream.ts'
import { FailedTry, networkReason, retryAfterMs } from '../upstream-errors.ts'
import { discoverQuery } from './discover-query.ts'
import type { LiveFilmSource, SourcePage } from './film-source.ts'
import {
  collectionAnswer,
  countriesAnswer,
  filmsAnswer,
  foundAnswer,
  genresAnswer,
  languagesAnswer,
  providersAnswer,
  readDetails,
  readTitles,
} from './tmdb-wire.ts'
import { peopleAnswer, readPerson } from './tmdb-people.ts'
import { fail } from '#server/core/errors.ts'
import type { Logger } from '#server/core/logger.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'
import { locales } from '#shared/locale.ts'

/** The part of `fetch` that the client uses; undici's and the built-in catalogue's both fit. */
export type TmdbFetch = (url: string, init: TmdbRequest) => Promise<TmdbAnswer>
interface TmdbRequest {
  headers: Record<string, string>
  redirect: 'manual'
  signal: AbortSignal
}
interface TmdbAnswer {
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

export interface TmdbOptions extends BreakOptions {
  /** Without a slash at the end, e.g. `https://api.themoviedb.org/3`. */
  baseUrl: string
  /** A v3 key (sent as `api_key`) or a v4 read token (sent as bearer). */
  apiKey: string | null
  fetch: TmdbFetch
  logger: Logger
  /** Is told the outcome of requests. */
  upstream?: Upstream
  clock?: Clock
  /** Parts of a film to ask for; others are empty. */
  parts?: readonly string[]
  /** Time limit of each try, for connecting and the whole answer. */
  timeoutMs?: number
  tries?: number
  perSecond?: number
  atOnce?: number
}

/** Too many requests by us, so the breaker does not count it as a fault of the source. */
class Busy extends Error {}

const maxWaitMs = 5000
/** At most 20 are allowed. */
const allParts = [
  'credits',
  'videos',
  'images',
  'similar',
  'recommendations',
  'watch/providers',
  'translations',
  'release_dates',
  'keywords',
  'external_ids',
]
/** Without spaces, or the source ignores the rest. */
const imageLanguages = [...locales, 'null'].join(',')
const otherLanguages = locales.filter((locale) => locale !== 'en').join(',')
/** Scene's languages, then those of most films: a trailer in a foreign language is better than none. */
const videoLanguages = [...locales, ...'es,de,it,pt,ja,ko,zh,cn,hi,tr,fa,ru,xx'.split(','), 'null'].join(',')

/** A v4 token is a JWT: three parts, two dots. */
const isToken = (key: string) => key.split('.').length === 3

/** Seconds. */
const retryAfter = 30

/**
 * A client of the film database. Each call is one request, within the source's rate limit, and is tried once more
 * after a temporary failure; several failures in a row keep callers away for a while.
 * @throws film.source_down for every failure
 */
export function createTmdbClient(options: TmdbOptions): LiveFilmSource {
  const { logger, parts = allParts } = options
  const request = createRequest(options)

  /** What the source answers, as `parse` reads it, which answers null for an unknown shape; null where it has none. */
  async function find<Answer>(
    path: string,
    query: Record<string, string>,
    parse: (body: unknown) => Answer | null,
  ): Promise<Answer | null> {
    const body = await request(path, query)
    if (body === null) return null
    const answer = parse(body)
    if (answer !== null) return answer
    logger.warn({ path }, 'the film database answered in an unknown shape')
    throw fail('film.source_down', { retryAfter })
  }

  const page = async <Item>(
    shape: z.ZodType<SourcePage<Item>>,
    path: string,
    query: Record<string, string>,
  ): Promise<SourcePage<Item>> =>
    (await find(path, query, as(shape))) ?? { results: [], page: 1, total_pages: 0, total_results: 0 }

  /** An answer that is not paged. */
  const whole = async <Item>(
    shape: z.ZodType<Item[]>,
    path: string,
    query: Record<string, string> = {},
  ): Promise<Item[]> => (await find(path, query, as(shape))) ?? []

  const searched = (query: string, number: number) => ({
    query,
    page: String(number),
    include_adult: 'false',
  })

  return {
    trending: async () => (await page(filmsAnswer, '/trending/movie/week', {})).results,
    search: (query, number, year) =>
      page(filmsAnswer, '/search/movie', {
        ...searched(query, number),
        ...(year !== undefined && { primary_release_year: String(year) }),
      }),
    discover: (filter, order, number) =>
      page(filmsAnswer, '/discover/movie', {
        ...discoverQuery(filter, order),
        page: String(number),
        include_adult: 'false',
      }),
    async values() {
      const [genres, countries, languages] = await Promise.all([
        whole(genresAnswer, '/genre/movie/list'),
        whole(countriesAnswer, '/configuration/countries'),
        whole(languagesAnswer, '/configuration/languages'),
      ])
      return { genres, countries, languages }
    },
    providers: (region) => whole(providersAnswer, '/watch/providers/movie', { watch_region: region }),
    collection: (id) => whole(collectionAnswer, `/collection/${id}`),
    searchPeople: (query, number) => page(peopleAnswer, '/search/person', searched(query, number)),
    person: (id) =>
      find(`/person/${id}`, { append_to_response: 'movie_credits,translations' }, (body) => {
        const person = readPerson(body)
        return person?.id === id ? person : null
      }),
    async filmByImdbId(imdbId) {
      const path = `/find/${encodeURIComponent(imdbId)}`
      const found = await find(path, { external_source: 'imdb_id' }, as(foundAnswer))
      return found?.movie_results[0] ?? null
    },
    async filmTitles(id) {
      const query = {
        append_to_response: 'alternative_titles,translations,external_ids,images',
        include_image_language: otherLanguages,
      }
      return unlessAdult(await find(`/movie/${id}`, query, readTitles))
    },
    async film(id) {
      const query = {
        append_to_response: parts.join(','),
        // `language` would otherwise leave out most pictures; "null" stands for those without text.
        include_image_language: imageLanguages,
        include_video_language: videoLanguages,
      }
      return unlessAdult(await find(`/movie/${id}`, query, readDetails))
    },
  }
}

/** Requests the source's answers, null where it has none. @throws film.source_down for every failure */
function createRequest(options: TmdbOptions) {
  const { baseUrl, apiKey, logger } = options
  const { clock = systemClock, timeoutMs = 5000, tries = 2, upstream = createUpstream() } = options
  const pace = createThrottle(options.perSecond ?? 20, maxWaitMs, clock)
  const guard = createGuard({
    ...options,
    upstream,
    clock,
    texts: {
      away: 'the film database does not answer; cached answers are used',
      back: 'the film database answers again',
    },
    atOnce: options.atOnce ?? 8,
    maxWaiting: 200,
    tries,
    pauseMs: 500,
    maxWaitMs,
  })
  const join = createSingleFlight<unknown>()
  let keyRefused = false

  const headers: Record<string, string> = { accept: 'application/json' }
  if (apiKey && isToken(apiKey)) headers['authorization'] = `Bearer ${apiKey}`

  function address(path: string, query: Record<string, string>): string {
    const search = new URLSearchParams({ ...query, language: 'en-US' })
    if (apiKey && !isToken(apiKey)) search.set('api_key', apiKey)
    return `${baseUrl}${path}?${search.toString()}`
  }

  /** One try. Null is the source's "not found". */
  async function ask(url: string): Promise<unknown> {
    if (!(await pace.take())) throw new Busy('too many requests are waiting')
    let answer: TmdbAnswer
    let body: string
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      answer = await options.fetch(url, { headers, redirect: 'manual', signal })
      body = await answer.text()
    } catch (error) {
      upstream.note('failed')
      throw new FailedTry(networkReason(error), { again: true })
    }
    return read(answer, body)
  }

  function read({ status, headers: sent }: TmdbAnswer, body: string): unknown {
    // 400 and 422 mean a page or query that the source does not understand: that finds nothing.
    if (status === 404 || status === 400 || status === 422) {
      upstream.note('not_found')
      return null
    }
    if (status === 401) {
      if (!keyRefused) logger.error({ status }, 'the film database refuses the key: check TMDB_API_KEY')
      keyRefused = true
      upstream.note('refused')
      throw new FailedTry('the key is refused', { again: false })
    }
    if (status === 429) {
      upstream.note('slowed')
      const waitMs = retryAfterMs(sent.get('retry-after'), clock.now())
      if (waitMs !== undefined) pace.hold(waitMs)
      throw new FailedTry('the source asks to slow down', { again: true, waitMs })
    }
    if (status < 200 || status > 299) {
      upstream.note('failed')
      throw new FailedTry(`answered with status ${status}`, {
        again: status >= 500,
        waitMs: retryAfterMs(sent.get('retry-after'), clock.now()),
      })
    }
    keyRefused = false
    const answer = jsonOf(body)
    // Here `null` means "not found", so a body of `null` counts as a failure.
    upstream.note(answer === null ? 'failed' : 'answered')
    if (answer !== null) return answer
    throw new FailedTry('the answer is not JSON', { again: true })
  }

  return async function request(path: string, query: Record<string, string>): Promise<unknown> {
    const url = address(path, query)
    try {
      return await join(url, () => guard(() => ask(url)))
    } catch (error) {
      const reason = error instanceof Busy ? error.message : reasonFor(error)
      if (reason === null) throw error
      logger.debug({ path, reason }, 'the film database did not answer')
      throw fail('film.source_down', { retryAfter, cause: error })
    }
  }
}

const as =
  <Answer>(shape: z.ZodType<Answer>) =>
  (body: unknown): Answer | null =>
    shape.safeParse(body).data ?? null

const unlessAdult = <Film extends { adult: boolean }>(film: Film | null) => (film?.adult ? null : film)

/** Null for what is not JSON. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

export interface Pace {
  /** Waits for a free slot; false when that would take longer than `maxWaitMs`. */
  take(): Promise<boolean>
  /** No request starts for the next `ms`. */
  hold(ms: number): void
}

/**
 * Allows at most `perSecond` starts in any second (`Infinity`: no limit, and `hold` does nothing). `maxWaitMs` bounds
 * the wait, and so the queue.
 */
function createThrottle(perSecond: number, maxWaitMs: number, clock: Clock): Pace {
  let starts: number[] = []
  let heldUntil = 0
  return {
    async take() {
      if (perSecond === Number.POSITIVE_INFINITY) return true
      const now = clock.now()
      starts = starts.filter((start) => start > now - 1000)
      const oldest = starts[starts.length - perSecond]
      const start = Math.max(now, heldUntil, oldest === undefined ? 0 : oldest + 1000)
      if (start - now > maxWaitMs) return false
      starts.push(start)
      if (start > now) await clock.sleep(start - now)
      return true
    },
    hold(ms) {
      heldUntil = Math.max(heldUntil, clock.now() + ms)
    },
  }
}
