import type { QueryKey } from '@tanstack/react-query'
import type { Page } from './api.ts'
import { pagedQuery, type PageQuery } from './paged-query.ts'

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
    // Asking again means asking for every page that is there: rather seldom. One's own changes ask at once.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
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
