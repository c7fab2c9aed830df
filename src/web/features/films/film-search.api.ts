import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from '@tanstack/react-query'
import { searchFilms, type FilmItem } from '#shared/api/films.ts'
import { call } from '#web/lib/api.ts'

/** Milliseconds that typing pauses before a picker searches (specification 1, section 9). */
export const pickerDebounce = 400

const firstPage = 1

/**
 * Films by title, for pickers. Results belong to their query's key, so a late answer can never replace a
 * newer one; the previous results stay in sight while the next are on their way.
 */
export const pickerFilmsQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['films', 'picker', query],
    queryFn: ({ pageParam, signal }) => call(searchFilms, { query: { q: query, page: pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : null),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: query !== '',
  })

/** The films of all pages that are there; one that came up on two of them shows once. */
export function foundFilms(
  data: InfiniteData<{ results: readonly FilmItem[] }> | undefined,
): FilmItem[] | undefined {
  const films = data?.pages.flatMap(({ results }) => results)
  return films && [...new Map(films.map((film) => [film.id, film])).values()]
}
