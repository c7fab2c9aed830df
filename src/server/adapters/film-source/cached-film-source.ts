import { LRUCache } from 'lru-cache'
import { dayMs, hourMs, minuteMs, weekMs } from '#shared/durations.ts'
import { isFailure } from '#server/core/errors.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'
import { maxKeptMs, type AnswerStore } from './answer-store.ts'
import type {
  FilmSource,
  LiveFilmSource,
  SourceFilm,
  SourceFilmDetails,
  SourceFilmTitles,
  SourceFilter,
  SourceFoundPerson,
  SourcePage,
  SourcePersonDetails,
  SourceProvider,
  SourceValues,
} from './film-source.ts'

/**
 * How long an answer counts as fresh, and how long after that it is still given at once while a new one is fetched.
 */
interface Ages {
  freshMs: number
  serveStaleMs: number
}

/** `shape` is part of every key, raised when the shape of the stored answers changes. */
const kinds = {
  trending: { shape: 2, freshMs: 6 * hourMs, serveStaleMs: 2 * dayMs },
  search: { shape: 2, freshMs: hourMs, serveStaleMs: dayMs },
  'search-discover': { shape: 2, freshMs: 6 * hourMs, serveStaleMs: 2 * dayMs },
  // Kept for a while since the same history may be imported a second time.
  'search-year': { shape: 2, freshMs: dayMs, serveStaleMs: weekMs },
  'film-titles': { shape: 3, freshMs: dayMs, serveStaleMs: maxKeptMs },
  'film-imdb': { shape: 2, freshMs: dayMs, serveStaleMs: maxKeptMs },
  film: { shape: 5, freshMs: dayMs, serveStaleMs: maxKeptMs },
  collection: { shape: 1, freshMs: dayMs, serveStaleMs: maxKeptMs },
  'search-people': { shape: 3, freshMs: hourMs, serveStaleMs: dayMs },
  values: { shape: 1, freshMs: dayMs, serveStaleMs: maxKeptMs },
  providers: { shape: 1, freshMs: dayMs, serveStaleMs: weekMs },
  person: { shape: 4, freshMs: dayMs, serveStaleMs: maxKeptMs },
} satisfies Record<string, Ages & { shape: number }>

/** "Not found" is cached only briefly, since films are added to the source every day. */
const notFound: Ages = { freshMs: hourMs, serveStaleMs: 0 }

/**
 * How long answers stay in memory: short if they are stored, as another instance may have renewed them, longer if
 * not.
 */
const memoryMs = { stored: 5 * minuteMs, unstored: 30 * minuteMs }
const shortMemoryMs = 30_000
/** Memory for answers: less for a source in this process, which finds them again within milliseconds. */
const memoryBytes = { stored: 24 * 1024 * 1024, unstored: 6 * 1024 * 1024 }

export interface CachedFilmSourceOptions {
  live: LiveFilmSource
  /**
   * Null for the built-in catalogue, which answers from this process: then only the most used answers are kept, in
   * memory.
   */
  store: AnswerStore | null
  /** Names the source in the keys, so that answers of one are never taken for another's. */
  name: string
  now: () => Date
  report: (error: unknown) => void
}

/**
 * The age of an answer. One dated in the future came from a wrong clock and counts as old: it is fetched again, and
 * used while the source is down.
 */
function ageOf(fetchedAt: Date, now: Date): number {
  const age = now.getTime() - fetchedAt.getTime()
  return age < -hourMs ? maxKeptMs - 1 : age
}

/**
 * Adds a cache to the film source: fresh answers cost no request, old ones are used while the source is down (up to
 * six months), and equal requests at the same time are sent once.
 */
export function createCachedFilmSource(options: CachedFilmSourceOptions): Omit<FilmSource, 'madeUpFilm'> {
  const { live, store } = options
  const kept = store ? 'stored' : 'unstored'
  const maxSize = memoryBytes[kept]
  const memory = new LRUCache<string, { value: unknown }>({
    max: 20_000,
    maxSize,
    maxEntrySize: maxSize / 8,
    sizeCalculation: ({ value }) => roughSize(value),
    perf: { now: () => options.now().getTime() },
    ttlResolution: 0,
  })
  const usualMs = memoryMs[kept]
  const ask = createSingleFlight<unknown>()
  const refresh = createSingleFlight<unknown>()

  function remember(key: string, value: unknown, ttl: number) {
    memory.set(key, { value }, { ttl })
    return value
  }

  async function renew(key: string, load: () => Promise<unknown>) {
    return refresh(key, async () => {
      const value = await load()
      await store?.put(key, value, options.now()).catch(options.report)
      return remember(key, value, usualMs)
    })
  }

  async function lookUp(key: string, kind: Ages, load: () => Promise<unknown>) {
    const kept = (await store?.get(key)) ?? null
    if (!kept) return renew(key, load)
    const age = ageOf(kept.fetchedAt, options.now())
    const { freshMs, serveStaleMs } = kept.value === null ? notFound : kind
    if (age < freshMs) return remember(key, kept.value, Math.min(usualMs, freshMs - age))
    if (age < serveStaleMs) {
      void renew(key, load).catch((error: unknown) => {
        if (!isFailure(error, 'film.source_down')) options.report(error)
      })
      return remember(key, kept.value, shortMemoryMs)
    }
    try {
      return await renew(key, load)
    } catch (error) {
      if (!isFailure(error, 'film.source_down') || age >= maxKeptMs) throw error
      return remember(key, kept.value, shortMemoryMs)
    }
  }

  const keyOf = (kind: keyof typeof kinds, what: string) =>
    `${kind}:${kinds[kind].shape}:${options.name}:${what}`

  /** `T` is what `load` answers; stored values are its own earlier answers, under a key with their shape. */
  async function read<T>(kind: keyof typeof kinds, what: string, load: () => Promise<T>): Promise<T> {
    const key = keyOf(kind, what)
    const hot = memory.get(key)
    return (hot ? hot.value : await ask(key, () => lookUp(key, kinds[kind], load))) as T
  }

  const film = (id: number) => read<SourceFilmDetails | null>('film', String(id), () => live.film(id))

  async function keptAnswer(from: AnswerStore, id: number): Promise<SourceFilmDetails | null> {
    const key = keyOf('film', String(id))
    const hot = memory.get(key)
    if (hot) return hot.value as SourceFilmDetails | null
    const stored = await from.get(key)
    const age = stored ? ageOf(stored.fetchedAt, options.now()) : Number.POSITIVE_INFINITY
    return stored && age < maxKeptMs ? (stored.value as SourceFilmDetails | null) : null
  }

  return {
    trending: () => read<SourceFilm[]>('trending', 'week', () => live.trending()),
    search: (query, page, year) =>
      year === undefined
        ? read<SourcePage>('search', `${page}:${wordsOf(query)}`, () => live.search(query, page))
        : read<SourcePage>('search-year', `${year}:${page}:${wordsOf(query)}`, () =>
            live.search(query, page, year),
          ),
    discover: (filter, order, page) =>
      read<SourcePage>('search-discover', `${page}:${order}:${fieldsOf(filter)}`, () =>
        live.discover(filter, order, page),
      ),
    values: () => read<SourceValues>('values', '', () => live.values()),
    providers: (region) => read<SourceProvider[]>('providers', region, () => live.providers(region)),
    searchPeople: (query, page) =>
      read<SourcePage<SourceFoundPerson>>('search-people', `${page}:${wordsOf(query)}`, () =>
        live.searchPeople(query, page),
      ),
    person: (id) => read<SourcePersonDetails | null>('person', String(id), () => live.person(id)),
    film,
    freshFilm: async (id) =>
      (await renew(keyOf('film', String(id)), () => live.film(id))) as SourceFilmDetails | null,
    collection: (id) => read<SourceFilm[]>('collection', String(id), () => live.collection(id)),
    peekFilm: (id) => (store ? keptAnswer(store, id) : film(id)),
    filmTitles: (id) => read<SourceFilmTitles | null>('film-titles', String(id), () => live.filmTitles(id)),
    filmByImdbId: (imdbId) => read<SourceFilm | null>('film-imdb', imdbId, () => live.filmByImdbId(imdbId)),
  }
}

const wordsOf = (query: string) => query.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** The same text for equal filters. */
const fieldsOf = (filter: SourceFilter) =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => a.localeCompare(b)))

/** Bytes in memory, estimated: walking the whole answer would cost more than it is worth. */
function roughSize(value: unknown): number {
  if (value === null) return 200
  if (Array.isArray(value)) return 200 + value.length * 900
  if (typeof value !== 'object') return 200
  let size = 1000
  for (const field of Object.values(value))
    if (Array.isArray(field)) size += field.length * 300
    else if (typeof field === 'object' && field !== null) size += Object.keys(field).length * 1500
  return size
}
