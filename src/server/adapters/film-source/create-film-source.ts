import { minuteMs } from '#shared/durations.ts'
import type { Catalogue } from '#built-in/catalogue/catalogue.ts'
import type { Config } from '#server/config.ts'
import type { FollowFilms } from '#server/core/film-numbers.ts'
import type { Logger } from '#server/core/logger.ts'
import { loudnessOf } from '#server/core/news.ts'
import { createYielder } from '#server/core/yielder.ts'
import type { Db } from '#server/db/database.ts'
import { DatabaseFault } from '#server/db/database-fault.ts'
import { createUpstream, type Upstream } from '../upstream.ts'
import { createAnswerStore } from './answer-store.ts'
import { createCanonicalFilmSource, firstMadeUpId } from './canonical-film-source.ts'
import { createCachedFilmSource } from './cached-film-source.ts'
import type { FilmSource } from './film-source.ts'
import { createNetworkFetch } from './network-fetch.ts'
import { createTmdbClient } from './tmdb-client.ts'

/** The built-in data: films as answers of the film database, what drawings need of them, and notes on people. */
export type BuiltInFilms = Pick<Catalogue, 'fetch' | 'film' | 'person' | 'peopleNotes'>

/**
 * The name under which rows remember the source, so that a change is noticed: numbers of people and films may differ
 * between sources.
 */
export const sourceName = ({ config: { filmSource } }: { config: Pick<Config, 'filmSource'> }): string =>
  filmSource.builtIn ? 'built-in' : new URL(filmSource.baseUrl).host

/** The film database when there is a key (or another address) for it, else the built-in catalogue. */
export function createFilmSource({
  config,
  db,
  followFilms,
  logger,
  catalogue,
  upstream = createUpstream(),
}: {
  config: Pick<Config, 'filmSource'>
  db: Db
  followFilms: FollowFilms
  logger: Logger
  catalogue: Pick<BuiltInFilms, 'fetch'>
  upstream?: Upstream
}): FilmSource {
  const { builtIn, apiKey, baseUrl } = config.filmSource
  const report = (error: unknown) => {
    const about = error instanceof DatabaseFault ? { reason: error.reason ?? error.kind } : { err: error }
    const loudness = 'err' in about ? 'warn' : loudnessOf(report, about.reason)
    logger[loudness](about, 'the film cache could not be written')
  }
  const now = () => new Date()
  const turns = createYielder()
  const inside = createTmdbClient({
    // Never contacted: only the path of the address is used.
    baseUrl: 'https://catalogue.invalid/3',
    apiKey: null,
    fetch: async (url, init) => {
      // Its answers never wait, and each takes some milliseconds.
      while (turns.isOver()) await turns.next()
      return catalogue.fetch(url, init)
    },
    logger,
    // It has no videos, providers, keywords and release dates, and each of its films has recommendations.
    parts: ['credits', 'images', 'recommendations', 'translations', 'external_ids'],
    // It answers from this process, so there is no reason to ask slowly.
    perSecond: Number.POSITIVE_INFINITY,
    atOnce: Number.POSITIVE_INFINITY,
    // The first answer waits until the catalogue is read, on a slow machine longer than a network may be silent.
    timeoutMs: minuteMs,
  })
  const madeUpFilm = async (id: number) => (id < firstMadeUpId ? null : inside.film(id))
  if (builtIn) {
    const cached = createCachedFilmSource({ live: inside, store: null, name: 'catalogue', now, report })
    return createCanonicalFilmSource({ ...cached, madeUpFilm }, db, followFilms, { hasOwnNumbers: true })
  }
  const client = createTmdbClient({ baseUrl, apiKey, fetch: createNetworkFetch(), logger, upstream })
  const cached = createCachedFilmSource({
    live: {
      ...client,
      film: async (id) => (id < firstMadeUpId ? client.film(id) : null),
      filmTitles: async (id) => (id < firstMadeUpId ? client.filmTitles(id) : null),
      person: async (id) => (id < firstMadeUpId ? client.person(id) : null),
    },
    store: createAnswerStore(db, report),
    name: sourceName({ config }),
    now,
    report,
  })
  return createCanonicalFilmSource({ ...cached, madeUpFilm }, db, followFilms, { hasOwnNumbers: false })
}
