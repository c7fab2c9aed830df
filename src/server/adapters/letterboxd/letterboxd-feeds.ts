import { weekMs } from '#shared/durations.ts'
import { createConnections } from '../connections.ts'
import { createPublicLookup } from '../public-lookup.ts'

const timeoutMs = 15_000
/** A feed of fifty long reviews has a tenth. */
const maxBytes = 2 * 1024 * 1024
/** What the source said of a feed's age, to be asked with the next time. */
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
  /** The feed of a member by their user name; one question after another. */
  fetch(username: string, age: FeedAge): Promise<FetchedFeed>
}

interface Options {
  /** `https://letterboxd.com`, or what speaks like it. */
  baseUrl: string
  /** Whether that may lie inside: the operator names it. */
  isInside: boolean
  /** Usual ones are refused there. */
  agent: string
  /** Between two questions; a second when left out, so that many members are no crowd. */
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
      // Nowhere but to the source.
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

/** No longer than this, whatever is asked. */
const maxWaitMs = weekMs

/** Of `Retry-After`: seconds, or a moment. */
function waitOf(text: string | null): number | null {
  if (text === null) return null
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return wait > 0 ? Math.min(wait, maxWaitMs) : null
}
