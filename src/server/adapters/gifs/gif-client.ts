import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  wrap,
} from 'cockatiel'
import type * as z from 'zod'
import { fail } from '#server/core/errors.ts'
import type { Logger } from '#server/core/logger.ts'
import { createUpstream, type Upstream } from '../upstream.ts'
import { FailedTry, networkReason, retryAfterMs } from '../upstream-errors.ts'
import { systemClock, type Clock } from '../clock.ts'
import { createConnections } from '../connections.ts'

export interface GifClientOptions {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  logger: Logger
  /** Is told the outcome of requests. */
  upstream?: Upstream
  clock?: Clock
  /** Time limit of each try, for connecting and the whole answer. */
  timeoutMs?: number
  /** How long the breaker keeps callers away after `breakAfter` failed tries in a row. */
  breakMs?: number
  breakAfter?: number
}

/** Asks a GIF provider; null where it has nothing for such a question. @throws gif.source_down */
export type AskGifs = (path: string, query: Record<string, string>) => Promise<unknown>

const maxAnswerBytes = 4 * 1024 * 1024
const maxWaitMs = 3000

/**
 * Asks a GIF provider for JSON. It is tried once more after a temporary failure; several failures in a row keep
 * callers away for a while. The key, addresses and search texts are in no log and no error.
 */
export function createGifClient(name: string, options: GifClientOptions): AskGifs {
  const { baseUrl, logger, clock = systemClock, timeoutMs = 5000, upstream = createUpstream() } = options
  const connect = createConnections({ maxBytes: maxAnswerBytes })
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof FailedTry),
    { halfOpenAfter: options.breakMs ?? 10_000, breaker: new ConsecutiveBreaker(options.breakAfter ?? 5) },
  )
  const guard = wrap(bulkhead(8, 100), breaker)
  const state = { keyRefused: false, down: false }

  breaker.onBreak(() => {
    if (!state.down) logger.warn({ provider: name }, 'the GIF provider does not answer')
    state.down = true
    upstream.leave()
  })
  breaker.onReset(() => {
    if (state.down) logger.info({ provider: name }, 'the GIF provider answers again')
    state.down = false
  })

  async function ask(url: string): Promise<unknown> {
    let status: number
    let retryAfter: string | null
    let body: string
    try {
      const { fetch, dispatcher } = await connect()
      const signal = AbortSignal.timeout(timeoutMs)
      const headers = { accept: 'application/json' }
      const answer = await fetch(url, { headers, redirect: 'manual', signal, dispatcher })
      status = answer.status
      retryAfter = answer.headers.get('retry-after')
      body = await answer.text()
    } catch (error) {
      throw new FailedTry(networkReason(error), true)
    }
    return read(status, retryAfter, body)
  }

  function read(status: number, retryAfter: string | null, body: string): unknown {
    // These statuses mean a request that the provider does not understand: that finds nothing.
    if ([400, 404, 414, 422].includes(status)) return null
    const waitMs = retryAfterMs(retryAfter, clock.now())
    if (status === 401 || status === 403) {
      if (!state.keyRefused)
        logger.error({ provider: name, status }, 'the GIF provider refuses the key: check GIF_API_KEY')
      state.keyRefused = true
      upstream.note('refused')
      throw new FailedTry('the key is refused', false)
    }
    if (status === 429) throw new FailedTry('the provider asks to slow down', waitMs !== undefined, waitMs)
    if (status < 200 || status > 299)
      throw new FailedTry(`answered with status ${status}`, status >= 500, waitMs)
    state.keyRefused = false
    upstream.note('answered')
    try {
      return JSON.parse(body) as unknown
    } catch {
      throw new FailedTry('the answer is not JSON', true)
    }
  }

  async function attempt(url: string, isLast: boolean): Promise<unknown> {
    try {
      return await guard.execute(() => ask(url))
    } catch (error) {
      if (!(error instanceof FailedTry) || !error.again || isLast) throw error
      const waitMs = error.waitMs ?? 300 + Math.random() * 600
      if (waitMs > maxWaitMs) throw error
      await clock.sleep(waitMs)
      return attempt(url, true)
    }
  }

  return async (path, query) => {
    try {
      return await attempt(`${baseUrl}${path}?${new URLSearchParams(query).toString()}`, false)
    } catch (error) {
      const reason = expected(error)
      if (reason === null) throw error
      logger.debug({ provider: name, reason }, 'the GIF provider did not answer')
      throw fail('gif.source_down', { retryAfter: 30, cause: new Error(reason) })
    }
  }
}

/** @throws gif.source_down where a provider's answer has another shape than is known */
export function readAnswer<Answer>(shape: z.ZodType<Answer>, body: unknown, logger: Logger): Answer {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  logger.warn('the GIF provider answered in an unknown shape')
  throw fail('gif.source_down', { retryAfter: 30 })
}

function expected(error: unknown): string | null {
  if (error instanceof FailedTry) return error.message
  if (isBrokenCircuitError(error)) return 'it has failed too often'
  return isBulkheadRejectedError(error) ? 'too many requests are waiting' : null
}
