import { LRUCache } from 'lru-cache'
import { createConnections } from '../connections.ts'

/** What the image host has: the bytes, or null when there is no such picture. @throws when it does not answer. */
export type FetchPicture = (size: string, file: string) => Promise<Buffer | null>

/** Backdrop, logo, poster, profile and still sizes; w300 of posters is undocumented and served all the same. */
const sizes = new Set('w45 w92 w154 w185 w300 w342 w500 w780 w1280 h632 original'.split(' '))
const fileName = /^[A-Za-z0-9_-]{1,100}\.(jpg|jpeg|png|webp)$/
const maxBytes = 10 * 1024 * 1024
const missingMs = 10 * 60_000

/** True for addresses of the image host; nothing else is ever asked for. */
export function isHostPicture(size: string, file: string): boolean {
  return sizes.has(size) && fileName.test(file)
}

interface Options {
  timeoutMs?: number
}

/** @param baseUrl the operator's image host, e.g. `https://image.tmdb.org/t/p`. Redirects are not followed. */
export function createFetchPicture(baseUrl: string, { timeoutMs = 10_000 }: Options = {}): FetchPicture {
  const connect = createConnections(maxBytes)
  const missing = new LRUCache<string, true>({ max: 5000, ttl: missingMs })

  return async (size, file) => {
    const path = `${size}/${file}`
    if (missing.has(path)) return null
    const { fetch, dispatcher } = await connect()
    const answer = await fetch(`${baseUrl}/${path}`, {
      headers: { accept: 'image/webp,image/jpeg,image/png' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher,
    })
    if (answer.status >= 500 || answer.status === 429) {
      await answer.body?.cancel()
      throw new Error(`the image host answered with status ${answer.status}`)
    }
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Number(answer.headers.get('content-length') ?? 0)
    if (answer.status !== 200 || !/^image\/(jpeg|png|webp)\b/.test(type) || bytes > maxBytes) {
      await answer.body?.cancel()
      missing.set(path, true)
      return null
    }
    return Buffer.from(await answer.arrayBuffer())
  }
}
