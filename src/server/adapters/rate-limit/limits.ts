import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Limit } from '#shared/api/endpoint.ts'
import type { Config } from '#server/config.ts'
import { fail } from '#server/core/errors.ts'
import { closeRedis, connectRedis } from '#server/core/redis.ts'

interface Rule {
  points: number
  seconds: number
  /** Counted by each instance for itself: a look-up at Redis for each read would cost more than it saves. */
  local?: true
  /** Beyond `points`, uses are still allowed, but one at a time after a wait that doubles each time up to this. */
  maxWaitSeconds?: number
}

const day = 86_400
/** Seconds after the first use beyond the points of a rule with `maxWaitSeconds`. */
const firstWait = 5

/** How often something may happen per key: `points` in `seconds`. */
export const rules = {
  'guest.read': { points: 600, seconds: 60, local: true },
  'guest.write': { points: 120, seconds: 60 },
  'guest.upload': { points: 20, seconds: 3600 },
  'guest.report': { points: 5, seconds: 3600 },
  'auth.check': { points: 60, seconds: 60 },
  'auth.register': { points: 20, seconds: 3600 },
  // Wrong codes from one address.
  'auth.invite': { points: 10, seconds: 3600 },
  // Wrong tokens from one address.
  'auth.operator-link': { points: 10, seconds: 3600 },
  // Limits of login and code count failures (docs/decisions/018-guessing.md).
  'auth.login.device': { points: 10, seconds: 300 },
  'auth.login.address': { points: 30, seconds: 300 },
  'auth.login.pair': { points: 10, seconds: 300 },
  'auth.login.account': { points: 20, seconds: day, maxWaitSeconds: 300 },
  'auth.code.device': { points: 10, seconds: 600 },
  'auth.code.address': { points: 30, seconds: 600 },
  'auth.code.pair': { points: 4, seconds: 600 },
  'auth.code.account': { points: 20, seconds: day, maxWaitSeconds: 300 },
  // In addition to failed guesses: requests from one address or device.
  'auth.code.send': { points: 30, seconds: 600 },
  // Wrong codes of evenings from one address.
  'evening.guess': { points: 20, seconds: 600 },
  'member.read': { points: 1200, seconds: 60, local: true },
  'member.write': { points: 240, seconds: 60 },
  // Of one personal token, in addition to the member's limit: half of that, so that the app always has the other
  // half.
  'token.read': { points: 600, seconds: 60, local: true },
  'token.write': { points: 120, seconds: 60 },
  // Reads whose work grows with what they count.
  'member.count': { points: 30, seconds: 60 },
  // Of an account on its first day, deleted ones too.
  'newcomer.comment': { points: 20, seconds: day },
  'member.report': { points: 30, seconds: 3600 },
  'member.upload': { points: 60, seconds: 600 },
  'member.import': { points: 20, seconds: 3600 },
  export: { points: 5, seconds: 3600 },
  // Each name may need a new drawing.
  'art.guest': { points: 300, seconds: 60 },
  'picture.guest': { points: 600, seconds: 60 },
  // Beyond it pages come without their preview.
  'preview.page': { points: 600, seconds: 60 },
  // Most have to be drawn.
  'preview.guest': { points: 120, seconds: 60 },
  search: { points: 120, seconds: 60 },
  assistant: { points: 20, seconds: 60 },
} satisfies Record<Limit, Rule> & Record<string, Rule>

export type LimitName = keyof typeof rules

export interface Limits {
  /**
   * Counts one use. `slowed`: a rule with `maxWaitSeconds` has begun to slow callers down. @throws
   * request.rate_limited with the seconds to wait
   */
  use(name: LimitName, key: string): Promise<{ slowed: boolean }>
  /** Takes one use back. */
  refund(name: LimitName, key: string): Promise<void>
  close(): Promise<void>
}

/** In process, or shared by all instances when there is a Redis or Valkey. */
export async function createLimits({
  redisUrl,
  rateLimit,
}: Pick<Config, 'redisUrl' | 'rateLimit'>): Promise<Limits> {
  if (!rateLimit)
    return { use: async () => ({ slowed: false }), refund: async () => {}, close: async () => {} }
  const redis = redisUrl ? await connectRedis(redisUrl, { queues: false }) : null
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiter = (name: string, { points, seconds, local }: Rule) => {
    const known = limiters.get(name)
    if (known) return known
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds }
    const memory = new RateLimiterMemory(options)
    // While Redis is unreachable each instance counts for itself, instead of refusing or allowing everything.
    const made =
      redis && !local
        ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
        : memory
    limiters.set(name, made)
    return made
  }
  /** Counts before the check, so that parallel uses cannot share a turn; refused uses do not count. */
  async function useSlowly(name: LimitName, key: string, rule: Rule, maxWait: number) {
    const counter = limiter(name, rule)
    const { consumedPoints } = await counter.penalty(key)
    const beyond = consumedPoints - rule.points
    if (beyond <= 0) return { slowed: false }
    const wait = Math.min(firstWait * 2 ** (beyond - 1), maxWait)
    try {
      const turn = limiter(`${name}.turn`, { points: 1, seconds: maxWait })
      await turn.consume(key, 1, { customDuration: wait })
    } catch (refusal) {
      await counter.reward(key)
      throw refusal
    }
    return { slowed: true }
  }
  return {
    async use(name, key) {
      const rule: Rule = rules[name]
      try {
        if (rule.maxWaitSeconds !== undefined) return await useSlowly(name, key, rule, rule.maxWaitSeconds)
        await limiter(name, rule).consume(key)
        return { slowed: false }
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        const wait = (refusal as { msBeforeNext?: number }).msBeforeNext ?? 1000
        throw fail('request.rate_limited', { retryAfter: Math.max(1, wait / 1000) })
      }
    },
    refund: async (name, key) => void (await limiter(name, rules[name]).reward(key)),
    close: async () => void (redis && (await closeRedis(redis))),
  }
}
