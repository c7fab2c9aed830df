import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  wrap,
} from 'cockatiel'
import type { Logger } from '#server/core/logger.ts'
import type { Clock } from './clock.ts'
import type { Upstream } from './upstream.ts'
import { FailedTry } from './upstream-errors.ts'

/** How long callers are kept away after some failed tries in a row. */
export interface BreakOptions {
  breakMs?: number
  breakAfter?: number
}

interface GuardOptions extends BreakOptions {
  logger: Logger
  upstream: Upstream
  clock: Clock
  /** For the log, when callers are kept away and when they are let through again. */
  texts: { away: string; back: string }
  facts?: object
  atOnce: number
  /** More than this many waiting requests are refused. */
  maxWaiting: number
  tries: number
  /** Between two tries, where the service does not say: this long, or up to three times as long. */
  pauseMs: number
  /** A service that asks for a longer pause is not tried again. */
  maxWaitMs: number
}

/** Runs one request to an outside service, again after a temporary failure. @throws FailedTry, and see `reasonFor` */
type Guard = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>

/** Keeps callers away from an outside service for a while after several failures in a row. */
export function createGuard({ logger, upstream, clock, texts, facts = {}, ...options }: GuardOptions): Guard {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof FailedTry),
    { halfOpenAfter: options.breakMs ?? 10_000, breaker: new ConsecutiveBreaker(options.breakAfter ?? 5) },
  )
  const policy = wrap(bulkhead(options.atOnce, options.maxWaiting), breaker)
  let isAway = false
  breaker.onBreak(() => {
    if (!isAway) logger.warn(facts, texts.away)
    isAway = true
    upstream.leave()
  })
  breaker.onReset(() => {
    if (isAway) logger.info(facts, texts.back)
    isAway = false
  })
  return async (ask) => {
    for (let left = options.tries; ; left--) {
      try {
        return await policy.execute(ask)
      } catch (error) {
        if (!(error instanceof FailedTry) || !error.again || left <= 1) throw error
        const waitMs = error.waitMs ?? options.pauseMs * (1 + 2 * Math.random())
        if (waitMs > options.maxWaitMs) throw error
        await clock.sleep(waitMs)
      }
    }
  }
}

/** Why a guarded request had no answer; null for an error that is none of the service. */
export function reasonFor(error: unknown): string | null {
  if (error instanceof FailedTry) return error.message
  if (isBrokenCircuitError(error)) return 'it has failed too often'
  return isBulkheadRejectedError(error) ? 'too many requests are waiting' : null
}
