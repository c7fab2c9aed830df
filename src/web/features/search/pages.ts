import type { InfiniteData } from '@tanstack/react-query'

/** The results of all pages that are there; what came up on two of them shows once. */
export function uniqueResults<Item extends { id: number }>(
  data: InfiniteData<{ results: readonly Item[] }> | undefined,
): Item[] | undefined {
  const items = data?.pages.flatMap(({ results }) => results)
  return items && [...new Map(items.map((item) => [item.id, item])).values()]
}
