import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { browseFilms, listFilmValues } from '#shared/api/browse.ts'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { filmChoiceFields, type FilmChoices } from '#shared/film-choices.ts'
import { minuteMs } from '#shared/durations.ts'
import { call } from '#web/lib/api.ts'
import { homeRegion } from '#web/lib/region.ts'

export type FilmValues = AnswerOf<typeof listFilmValues>

/** What films can be browsed by: countries among it, and who streams films in the region. It hardly changes. */
export const filmValuesQuery = (region = homeRegion()) =>
  queryOptions({
    queryKey: ['films', 'values', region],
    queryFn: ({ signal }) => call(listFilmValues, { query: { region }, signal }),
    staleTime: 60 * minuteMs,
  })

/** The films that meet the choices, a window at a time. */
export const browseQuery = (choices: FilmChoices) => {
  const fields = Object.fromEntries(filmChoiceFields(choices))
  const region = choices.on ? { region: homeRegion() } : {}
  return infiniteQueryOptions({
    queryKey: ['films', 'browse', { ...fields, ...region }],
    queryFn: ({ pageParam, signal }) =>
      call(browseFilms, {
        query: { ...fields, ...region, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Asking again means asking for every window that is there.
    staleTime: 5 * minuteMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
