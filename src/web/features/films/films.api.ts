import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { getFilm, listTrending, searchFilms } from '#shared/api/films.ts'
import { call } from '#web/lib/api.ts'
import { numberedQuery } from '#web/lib/paged-query.ts'
import { chooseDailyFilm, readDailyFilm, writeDailyFilm } from './daily-film.ts'

export type FilmPage = AnswerOf<typeof getFilm>

const minute = 60_000

/** This week's trending films; they change once a week, so an answer is good for a while. */
export const trendingQuery = () =>
  queryOptions({
    queryKey: ['films', 'trending'],
    queryFn: ({ signal }) => call(listTrending, { signal }),
    staleTime: 10 * minute,
  })

/**
 * The film of a calendar day (`YYYY-MM-DD`, the member's own), chosen once and kept on this device; null when
 * no film is trending.
 */
export const dailyFilmQuery = (today: string) =>
  queryOptions({
    queryKey: ['films', 'daily', today],
    queryFn: async ({ client }) => {
      const trending = await client.ensureQueryData(trendingQuery())
      const film = chooseDailyFilm(readDailyFilm(localStorage), trending, today, Math.random)
      if (film !== null) writeDailyFilm(localStorage, film)
      return film
    },
    initialData: () => {
      const stored = readDailyFilm(localStorage)
      return stored?.date === today ? stored : undefined
    },
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  })

/** Everything that a film's page shows; `id` is the film source's number. */
export const filmQuery = (id: number) =>
  queryOptions({
    queryKey: ['films', id],
    queryFn: ({ signal }) => call(getFilm, { params: { id }, signal }),
  })

/** Milliseconds that typing pauses before a picker searches. */
export const pickerDebounceMs = 400

/** Films by title, for the search screen and for pickers. */
export const filmSearchQuery = (query: string) =>
  numberedQuery({
    kind: 'films',
    query,
    load: (page, signal) => call(searchFilms, { query: page, signal }),
  })
