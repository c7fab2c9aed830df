import { isIP } from 'node:net'
import type { errors } from 'undici'
import { createPublicLookup, isPublicAddress, type Lookup } from '../public-lookup.ts'

const timeoutMs = 15_000

/** Why there was no answer: a time-out, an address that is not allowed, or a network error. */
export type WebhookFault = 'timeout' | 'address' | 'network'

export type WebhookAnswer =
  | { status: number; retryAfterMs: number | null }
  | { status: null; fault: WebhookFault }

export interface WebhookSender {
  /** Whether messages may go to an address, as far as its text says. */
  mayReach(url: URL): boolean
  /** Posts a message; follows no redirects, and reads only the head of the answer. */
  post(url: URL, headers: Record<string, string>, body: string | Buffer): Promise<WebhookAnswer>
}

/**
 * Host names are looked up once, by the connection itself, and must resolve to public addresses; hosts that the
 * operator allows may be in a private network.
 */
export function createWebhookSender(insideHosts: readonly string[], lookup?: Lookup): WebhookSender {
  let loading: ReturnType<typeof loadClient> | undefined
  // A name may end in the dot of the root.
  const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  const isInside = (url: URL) => insideHosts.includes(hostOf(url))
  const mayReach = (url: URL) => {
    const host = hostOf(url)
    if (isInside(url)) return true
    // IP addresses are not looked up, so they are checked here.
    const family = isIP(host)
    if (family !== 0) return isPublicAddress({ address: host, family })
    return host.includes('.') && !/\.(local|localhost|internal|home|lan)$/.test(host)
  }
  return {
    mayReach,
    async post(url, headers, body) {
      if (!mayReach(url)) return { status: null, fault: 'address' }
      const client = await (loading ??= loadClient(lookup))
      try {
        const answer = await client.request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Scene-Webhooks', ...headers },
          body,
          dispatcher: isInside(url) ? client.inside : client.open,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
          signal: AbortSignal.timeout(timeoutMs),
        })
        // The rest of the answer is not read.
        answer.body.destroy()
        answer.body.on('error', () => undefined)
        const wait = Number(answer.headers['retry-after'])
        return {
          status: answer.statusCode,
          retryAfterMs: Number.isFinite(wait) && wait > 0 ? wait * 1000 : null,
        }
      } catch (error) {
        return { status: null, fault: faultOf(error, client.errors) }
      }
    },
  }
}

/** Loaded with the first message, as most processes never send one. */
async function loadClient(lookup: Lookup | undefined) {
  const { Agent, errors, request } = await import('undici')
  const open = new Agent({
    connect: { lookup: createPublicLookup(lookup), timeout: timeoutMs },
    pipelining: 0,
  })
  const inside = new Agent({ connect: { timeout: timeoutMs }, pipelining: 0 })
  return { request, errors, open, inside }
}

function faultOf(error: unknown, { HeadersTimeoutError, ConnectTimeoutError }: typeof errors): WebhookFault {
  if (error instanceof HeadersTimeoutError || error instanceof ConnectTimeoutError) return 'timeout'
  if (!(error instanceof Error)) return 'network'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout'
  return /no public address/.test(error.message) ? 'address' : 'network'
}
