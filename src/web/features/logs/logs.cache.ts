import type { QueryClient } from '@tanstack/react-query'

/**
 * A followed member logged a film: the feed and the periods are asked again. What is on screen stays
 * until the answer is here.
 */
export async function refreshFeed(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['logs', 'feed'] }),
    queryClient.invalidateQueries({ queryKey: ['logs', 'period'] }),
  ])
}
