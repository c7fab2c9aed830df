import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { fail } from '#server/core/errors.ts'

/** How often something may happen per key: `points` in `seconds`. */
const rules = {
  'auth.check': { points: 60, seconds: 60 },
  'auth.register': { points: 20, seconds: 3600 },
  'auth.login.address': { points: 30, seconds: 300 },
  'auth.login.account': { points: 10, seconds: 300 },
  'auth.code.address': { points: 30, seconds: 600 },
  'auth.code.account': { points: 10, seconds: 600 },
  'upload.guest': { points: 20, seconds: 3600 },
  'member.write': { points: 240, seconds: 60 },
  'member.upload': { points: 60, seconds: 600 },
  'member.import': { points: 20, seconds: 3600 },
  export: { points: 5, seconds: 3600 },
  // Each name may have to be drawn anew.
  'art.guest': { points: 300, seconds: 60 },
  'picture.guest': { points: 600, seconds: 60 },
  // Beyond it pages come without their preview.
  'preview.page': { points: 600, seconds: 60 },
  // Most have to be drawn.
  'preview.guest': { points: 120, seconds: 60 },
  search: { points: 120, seconds: 60 },
  assistant: { points: 20, seconds: 60 },
} as const

export type LimitName = keyof typeof rules

export interface Limits {
  /** Counts one use. @throws request.rate_limited with the seconds to wait. */
  use(name: LimitName, key: string): Promise<void>
  close(): Promise<void>
}

async function connectRedis(url: string) {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { enableOfflineQueue: false, lazyConnect: false })
  redis.on('error', () => {})
  return redis
}

/** In process, or shared by all instances when there is a Redis or Valkey. */
export async function createLimits(redisUrl: string | null, enabled: boolean): Promise<Limits> {
  if (!enabled) return { use: async () => {}, close: async () => {} }
  const redis = redisUrl ? await connectRedis(redisUrl) : null
  const limiters = new Map<LimitName, RateLimiterAbstract>()
  const limiter = (name: LimitName) => {
    const known = limiters.get(name)
    if (known) return known
    const options = { keyPrefix: `limit:${name}`, points: rules[name].points, duration: rules[name].seconds }
    const memory = new RateLimiterMemory(options)
    // While Redis is away each instance counts for itself instead of refusing or allowing everything.
    const made = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory
    limiters.set(name, made)
    return made
  }
  return {
    async use(name, key) {
      try {
        await limiter(name).consume(key)
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        const wait = (refusal as { msBeforeNext?: number }).msBeforeNext ?? 1000
        throw fail('request.rate_limited', { retryAfter: Math.max(1, wait / 1000) })
      }
    },
    close: async () => void (await redis?.quit().catch(() => {})),
  }
}
