import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import type { Page } from './api.ts'

/** What `queryFn` hands to the call: spread into its `query`. */
interface PageQuery {
  limit: number
  cursor?: string
}

interface PagedQuery<Answer> {
  queryKey: QueryKey
  /** How many at once. */
  limit: number
  load: (page: PageQuery, signal: AbortSignal) => Promise<Page<Answer>>
  enabled?: boolean
}

/** A long answer in pages, for `useInfiniteQuery`; `pageItems` joins what is there. */
export function pagedQuery<Answer>({ queryKey, limit, load, enabled = true }: PagedQuery<Answer>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      load(pageParam === null ? { limit } : { limit, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled,
  })
}

/** All items of the pages that are there. A row that moved between two pages while they loaded shows once. */
export function pageItems<Item>(
  data: InfiniteData<Page<readonly Item[]>> | undefined,
  keyOf: (item: Item) => string | number,
): Item[] | undefined {
  if (data === undefined) return undefined
  return [...new Map(data.pages.flatMap(({ answer }) => answer.map((item) => [keyOf(item), item]))).values()]
}

interface NumberedPage {
  page: number
  total_pages: number
}

interface NumberedQuery<Answer> {
  /** What kind of things are searched. */
  kind: string
  query: string
  load: (page: { q: string; page: number }, signal: AbortSignal) => Promise<Answer>
}

/**
 * A search of the film source, whose pages are numbered; `uniqueResults` joins those that are there. Results
 * belong to their query's key, so a late answer can never replace a newer one; the previous results stay in
 * sight while the next are on their way.
 */
export function numberedQuery<Answer extends NumberedPage>({ kind, query, load }: NumberedQuery<Answer>) {
  return infiniteQueryOptions({
    queryKey: ['search', kind, query],
    queryFn: ({ pageParam, signal }) => load({ q: query, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : null),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: query !== '',
  })
}

/** The results of all pages that are there; what came up on two of them shows once. */
export function uniqueResults<Item extends { id: number }>(
  data: InfiniteData<{ results: readonly Item[] }> | undefined,
): Item[] | undefined {
  const items = data?.pages.flatMap(({ results }) => results)
  return items && [...new Map(items.map((item) => [item.id, item])).values()]
}

const pageSize = 100

interface LongList<Answer> {
  queryKey: QueryKey
  /** Milliseconds for which the loading screen of a list of more than one page stays. */
  hold: number
  load: (page: PageQuery, signal: AbortSignal) => Promise<Page<Answer>>
}

/**
 * A list of possibly thousands, a hundred at a time. With more than a hundred items the loading screen is
 * held; what is in the cache already shows at once.
 */
export function longListQuery<Answer>({ queryKey, hold, load }: LongList<Answer>) {
  return {
    ...pagedQuery({
      queryKey,
      limit: pageSize,
      load: async (page, signal) => {
        const answer = await load(page, signal)
        if (page.cursor === undefined && answer.next !== null) await wait(hold, signal)
        return answer
      },
    }),
    // Asking again means asking for every page that is there, so it is done rarely. One's own changes ask at once.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    // Back online, only lists that have nothing to show are asked for.
    refetchOnReconnect: ({ state }: { state: { data: unknown } }) => state.data === undefined,
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
