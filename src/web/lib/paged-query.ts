import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import type { Page } from './api.ts'

/** What `queryFn` hands to the call: spread into its `query`. */
export interface PageQuery {
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
