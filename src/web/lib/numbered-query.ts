import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from '@tanstack/react-query'

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
