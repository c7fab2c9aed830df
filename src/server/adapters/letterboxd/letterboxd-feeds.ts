import { weekMs } from '#shared/durations.ts'
import { createConnections } from '../connections.ts'
import { createPublicLookup } from '../public-lookup.ts'

const timeoutMs = 15_000
/** Largest feed; one with fifty long reviews has a tenth of this. */
const maxBytes = 2 * 1024 * 1024
/** The validators that the source sent, for a conditional request the next time. */
export interface FeedAge {
  etag: string | null
  modified: string | null
}

export type FetchedFeed =
  | { status: 'read'; xml: string; age: FeedAge }
  | { status: 'same' }
  /** No member of that name, or one that has no feed. */
  | { status: 'missing' }
  | { status: 'away'; retryAfterMs: number | null }

export interface LetterboxdSource {
  /** Fetches the feed of a member by their user name; requests are sent one after another. */
  fetch(username: string, age: FeedAge): Promise<FetchedFeed>
}

interface Options {
  /** `https://letterboxd.com`, or what speaks like it. */
  baseUrl: string
  /** Whether the address may be in a private network, as the operator has set it. */
  isInside: boolean
  /** The User-Agent; common ones are refused there. */
  agent: string
  /** Pause between two requests; a second by default, so that many members do not cause a rush. */
  pauseMs?: number
}

export function createLetterboxdSource({
  baseUrl,
  isInside,
  agent,
  pauseMs = 1000,
}: Options): LetterboxdSource {
  const connect = createConnections({
    maxBytes,
    connections: 1,
    ...(!isInside && { lookup: createPublicLookup() }),
  })
  let last = Promise.resolve()

  async function ask(username: string, { etag, modified }: FeedAge): Promise<FetchedFeed> {
    const { fetch, dispatcher } = await connect()
    const answer = await fetch(`${baseUrl}/${encodeURIComponent(username)}/rss/`, {
      headers: {
        accept: 'application/rss+xml, application/xml;q=0.9',
        'user-agent': agent,
        ...(etag !== null && { 'if-none-match': etag }),
        ...(modified !== null && { 'if-modified-since': modified }),
      },
      // Redirects to other hosts are not followed.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher,
    })
    const { status, headers } = answer
    if (status === 200) {
      const age = { etag: headers.get('etag'), modified: headers.get('last-modified') }
      return { status: 'read', xml: await answer.text(), age }
    }
    await answer.body?.cancel()
    if (status === 304) return { status: 'same' }
    if (status === 404 || status === 410 || (status >= 300 && status < 400)) return { status: 'missing' }
    return { status: 'away', retryAfterMs: waitOf(headers.get('retry-after')) }
  }

  return {
    fetch(username, age) {
      const answer = last
        .then(() => ask(username, age))
        .catch((): FetchedFeed => ({ status: 'away', retryAfterMs: null }))
      last = answer.then(() => new Promise((resolve) => setTimeout(resolve, pauseMs).unref()))
      return answer
    },
  }
}

/** The longest wait, whatever the source asks for. */
const maxWaitMs = weekMs

/** Of `Retry-After`: seconds, or a moment. */
function waitOf(text: string | null): number | null {
  if (text === null) return null
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return wait > 0 ? Math.min(wait, maxWaitMs) : null
}
