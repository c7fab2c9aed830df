import type * as z from 'zod'
import { fail } from '#server/core/errors.ts'
import type { Logger } from '#server/core/logger.ts'
import { createUpstream, type Upstream } from '../upstream.ts'
import { FailedTry, networkReason, retryAfterMs } from '../upstream-errors.ts'
import { systemClock, type Clock } from '../clock.ts'
import { createConnections } from '../connections.ts'
import { createGuard, reasonFor, type BreakOptions } from '../guard.ts'

export interface GifClientOptions extends BreakOptions {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  logger: Logger
  /** Is told the outcome of requests. */
  upstream?: Upstream
  clock?: Clock
  /** Time limit of each try, for connecting and the whole answer. */
  timeoutMs?: number
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
  const guard = createGuard({
    ...options,
    upstream,
    clock,
    texts: { away: 'the GIF provider does not answer', back: 'the GIF provider answers again' },
    facts: { provider: name },
    atOnce: 8,
    maxWaiting: 100,
    tries: 2,
    pauseMs: 300,
    maxWaitMs,
  })
  let keyRefused = false

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
      throw new FailedTry(networkReason(error), { again: true })
    }
    return read(status, retryAfter, body)
  }

  function read(status: number, retryAfter: string | null, body: string): unknown {
    // These statuses mean a request that the provider does not understand: that finds nothing.
    if ([400, 404, 414, 422].includes(status)) return null
    const waitMs = retryAfterMs(retryAfter, clock.now())
    if (status === 401 || status === 403) {
      if (!keyRefused)
        logger.error({ provider: name, status }, 'the GIF provider refuses the key: check GIF_API_KEY')
      keyRefused = true
      upstream.note('refused')
      throw new FailedTry('the key is refused', { again: false })
    }
    if (status === 429)
      throw new FailedTry('the provider asks to slow down', { again: waitMs !== undefined, waitMs })
    if (status < 200 || status > 299)
      throw new FailedTry(`answered with status ${status}`, { again: status >= 500, waitMs })
    keyRefused = false
    upstream.note('answered')
    try {
      return JSON.parse(body) as unknown
    } catch {
      throw new FailedTry('the answer is not JSON', { again: true })
    }
  }

  return async (path, query) => {
    try {
      return await guard(() => ask(`${baseUrl}${path}?${new URLSearchParams(query).toString()}`))
    } catch (error) {
      const reason = reasonFor(error)
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
