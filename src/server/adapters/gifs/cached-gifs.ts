import { LRUCache } from 'lru-cache'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { createSingleFlight } from '#server/core/single-flight.ts'
import type { GifProvider, SourceGifPage } from './gif-provider.ts'

interface Options {
  trendingMs?: number
  searchMs?: number
  /** Milliseconds since an epoch. */
  now?: () => number
}

/** Caches a provider's answers briefly, and sends equal requests at the same time once. */
export function createCachedGifs(live: GifProvider, options: Options = {}): GifProvider {
  const { trendingMs = hourMs, searchMs = 10 * minuteMs, now = () => Date.now() } = options
  const answers = new LRUCache<string, SourceGifPage>({ max: 500, perf: { now }, ttlResolution: 0 })
  const join = createSingleFlight<SourceGifPage>()

  async function kept(key: string, ttl: number, ask: () => Promise<SourceGifPage>): Promise<SourceGifPage> {
    const known = answers.get(key)
    if (known) return known
    return join(key, async () => {
      const answer = await ask()
      answers.set(key, answer, { ttl })
      return answer
    })
  }

  return {
    name: live.name,
    trending: (page) => kept(`t${page}`, trendingMs, () => live.trending(page)),
    search(query, page) {
      const asked = query.toLowerCase().replaceAll(/\s+/g, ' ')
      return kept(`s${page} ${asked}`, searchMs, () => live.search(asked, page))
    },
  }
}
