import type { QueryClient } from '@tanstack/react-query'

const feedKey = ['logs', 'feed']
const periodKey = ['logs', 'period']

/**
 * A followed member logged a film: the feed is asked again; what is on screen stays until the answer is
 * here. A period's long grid would move under the reader's eyes, so it is asked again when it is next opened
 * or when its screen says so.
 */
export async function refreshFeed(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: feedKey }),
    queryClient.invalidateQueries({ queryKey: periodKey, refetchType: 'none' }),
  ])
}

/** The same for the grid of a period that is on screen. */
export function refreshPeriods(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: periodKey })
}
