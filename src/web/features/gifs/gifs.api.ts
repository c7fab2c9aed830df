import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { listRecentGifs, listTrendingGifs, searchGifs, type GifItem, type GifPage } from '#shared/api/gifs.ts'
import { minuteMs } from '#shared/durations.ts'
import { call } from '#web/lib/api.ts'

export type { GifItem, GifPage } from '#shared/api/gifs.ts'

const recentKey = ['gifs', 'recent']

/** Pages of 20 from 1, for `useInfiniteQuery`; `gifItems` joins what is there. */
function gifsQuery(queryKey: string[], load: (page: number, signal: AbortSignal) => Promise<GifPage>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
    // GIFs in fashion change by the hour; what one scrolled past should not move on the way back.
    staleTime: 5 * minuteMs,
  })
}

/** The GIFs that the viewer used last, newest first. */
export const recentGifsQuery = () => gifsQuery(recentKey, (_, signal) => call(listRecentGifs, { signal }))

export const trendingGifsQuery = () =>
  gifsQuery(['gifs', 'trending'], (page, signal) => call(listTrendingGifs, { query: { page }, signal }))

export const gifSearchQuery = (q: string) =>
  gifsQuery(['gifs', 'search', q], (page, signal) => call(searchGifs, { query: { q, page }, signal }))

/** All GIFs of the pages that are loaded; one that came on two pages is shown once. */
export function gifItems(data: InfiniteData<GifPage> | undefined): GifItem[] | undefined {
  const items = data?.pages.flatMap(({ results }) => results)
  return items && [...new Map(items.map((item) => [item.url, item])).values()]
}

/** A GIF was sent with a log or a comment: it leads those used last. */
export function refreshRecentGifs(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: recentKey })
}
