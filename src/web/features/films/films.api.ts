import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { getFilm, listTrending, searchFilms } from '#shared/api/films.ts'
import { minuteMs } from '#shared/durations.ts'
import { call } from '#web/lib/api.ts'
import { findEntity } from '#web/lib/entity-cache.ts'
import { numberedQuery, uniqueResults } from '#web/lib/paged-query.ts'
import { homeRegion } from '#web/lib/region.ts'
import { chooseDailyFilm, readDailyFilm, writeDailyFilm } from './daily-film.ts'

export type FilmPage = AnswerOf<typeof getFilm>

const trendingMs = 10 * minuteMs

/** This week's trending films; they change once a week, so an answer is good for a while. */
export const trendingQuery = () =>
  queryOptions({
    queryKey: ['films', 'trending'],
    queryFn: ({ signal }) => call(listTrending, { signal }),
    staleTime: trendingMs,
  })

/**
 * The film of a calendar day (`YYYY-MM-DD`, the member's own), chosen once and kept on this device; null when
 * no film is trending.
 */
export const dailyFilmQuery = (today: string) =>
  queryOptions({
    queryKey: ['films', 'daily', today],
    queryFn: async ({ client }) => {
      const trending = await client.fetchQuery(trendingQuery())
      const film = chooseDailyFilm(readDailyFilm(localStorage), trending, today, Math.random)
      if (film !== null) writeDailyFilm(localStorage, film)
      return film
    },
    initialData: () => {
      const stored = readDailyFilm(localStorage)
      return stored?.date === today ? stored : undefined
    },
    // Kept from before this visit, in which the language may be another.
    initialDataUpdatedAt: 0,
    staleTime: ({ state }) => (state.data ? trendingMs : 0),
  })

/** Everything that a film's page shows, for the member's region; `id` is the film source's number. */
export const filmQuery = (id: number) =>
  queryOptions({
    queryKey: ['films', id],
    queryFn: ({ signal }) => call(getFilm, { params: { id }, query: { region: homeRegion() }, signal }),
  })

/** What is known of a film before its page is asked for; `poster` is ready to show. */
export interface CachedFilm {
  title: string
  poster: string | null
  backdrop_path: string | null
}

/** Reads a film from an answer of any shape: its id is `id` in lists of films and `tmdbId` in logs. */
const readFilm = (id: number) => (entity: Readonly<Record<string, unknown>>) => {
  const { title, poster, backdrop_path: backdrop } = entity
  if (entity['id'] !== id && entity['tmdbId'] !== id) return null
  if (typeof title !== 'string' || typeof poster !== 'string') return null
  return { title, poster, backdrop_path: typeof backdrop === 'string' ? backdrop : null }
}

/** What any answer that was read so far says of a film; null when none names it. */
export const peekFilm = (queryClient: QueryClient, id: number): CachedFilm | null =>
  findEntity(queryClient, readFilm(id))

/** Milliseconds that typing pauses before a picker searches. */
export const pickerDebounceMs = 400

type FoundPage = AnswerOf<typeof searchFilms>

/** What a search for films found, in the order in which it is shown. Undefined while nothing is there. */
export function foundFilms(data: InfiniteData<FoundPage> | undefined) {
  const films = uniqueResults(data)
  if (films === undefined) return undefined
  const pages = data?.pages ?? []
  const alike = new Set(pages.flatMap((page) => page.alike ?? []))
  const lesserKnown = new Map(pages.flatMap((page) => page.lesserKnown ?? []).map((film) => [film.id, film]))
  return {
    films: films.filter(({ id }) => !alike.has(id)),
    /** Called just so; the first of the films. */
    exact: films.find(({ id }) => pages[0]?.exact?.includes(id)),
    alike: films.filter(({ id }) => alike.has(id)),
    lesserKnown: [...lesserKnown.values()],
  }
}

/** Films by title, for the search screen and for pickers. */
export const filmSearchQuery = (query: string) =>
  numberedQuery({
    kind: 'films',
    query,
    load: (page, signal) => call(searchFilms, { query: page, signal }),
  })
