import type { LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { minuteMs } from '#shared/durations.ts'
import { createConnections } from '../connections.ts'

/** Fetches a picture from the image host; null when there is none. @throws when the host does not answer */
export type FetchPicture = (size: string, file: string) => Promise<Buffer | null>

/** Backdrop, logo, poster, profile and still sizes; w300 of posters is undocumented and served all the same. */
const sizes = new Set('w45 w92 w154 w185 w300 w342 w500 w780 w1280 h632 original'.split(' '))
/** Sizes that the host does not have: a poster in three columns on a phone with two pixels a point. */
const ownSizes = new Map([['w240', { hostSize: 'w342', maxWidth: 240 }]])
const fileName = /^[A-Za-z0-9_-]{1,100}\.(jpg|jpeg|png|webp)$/
const maxBytes = 10 * 1024 * 1024
const missingMs = 10 * minuteMs

/** True for addresses of the image host, and for Scene's own sizes made from them; nothing else is ever fetched. */
export function isHostPicture(size: string, file: string): boolean {
  return (sizes.has(size) || ownSizes.has(size)) && fileName.test(file)
}

/** The size to ask the host for, and how wide the picture is to be where that is another one. */
export const hostSizeOf = (size: string) => ownSizes.get(size) ?? { hostSize: size, maxWidth: null }

interface Options {
  timeoutMs?: number
  /** Finds the addresses of hosts in the system's place. */
  lookup?: LookupFunction
}

/** @param baseUrl the operator's image host, e.g. `https://image.tmdb.org/t/p`. */
export function createFetchPicture(baseUrl: string, options: Options = {}): FetchPicture {
  const download = createDownload(['webp', 'jpeg', 'png'], options)
  return (size, file) => download(`${baseUrl}/${size}/${file}`)
}

/**
 * Fetches pictures of the given types by address: the bytes, or null when there is no such picture. Redirects are
 * not followed. @throws when the host does not answer.
 */
export function createDownload(
  types: readonly string[],
  { timeoutMs = 10_000, lookup }: Options = {},
): (address: string) => Promise<Buffer | null> {
  const connect = createConnections({ maxBytes, lookup })
  const missing = new LRUCache<string, true>({ max: 5000, ttl: missingMs })
  const wanted = types.map((type) => `image/${type}`)

  return async (address) => {
    if (missing.has(address)) return null
    const { fetch, dispatcher } = await connect()
    const answer = await fetch(address, {
      headers: { accept: wanted.join(',') },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher,
    })
    if (answer.status >= 500 || answer.status === 429) {
      await answer.body?.cancel()
      throw new Error(`the image host answered with status ${answer.status}`)
    }
    const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    const bytes = Number(answer.headers.get('content-length') ?? 0)
    if (answer.status !== 200 || !wanted.includes(type) || bytes > maxBytes) {
      await answer.body?.cancel()
      missing.set(address, true)
      return null
    }
    return Buffer.from(await answer.arrayBuffer())
  }
}
