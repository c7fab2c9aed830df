import type { TmdbFetch } from './tmdb-client.ts'

const maxAnswerBytes = 8 * 1024 * 1024

/** `fetch` over connections of its own: few, kept open, and no answer larger than the film database's. */
export function createNetworkFetch(): TmdbFetch {
  const open = async () => {
    const { Agent, fetch } = await import('undici')
    const dispatcher = new Agent({
      connections: 8,
      connectTimeout: 4000,
      keepAliveTimeout: 30_000,
      maxResponseSize: maxAnswerBytes,
    })
    return { fetch, dispatcher }
  }
  let opened: ReturnType<typeof open> | undefined
  return async (url, init) => {
    opened ??= open()
    const { fetch, dispatcher } = await opened
    return fetch(url, { ...init, dispatcher })
  }
}
