import { createConnections } from '../connections.ts'
import type { TmdbFetch } from './tmdb-client.ts'

const maxAnswerBytes = 8 * 1024 * 1024

/** `fetch` over connections of its own; no answer of the film database is larger. */
export function createNetworkFetch(): TmdbFetch {
  const connect = createConnections({ maxBytes: maxAnswerBytes })
  return async (url, init) => {
    const { fetch, dispatcher } = await connect()
    return fetch(url, { ...init, dispatcher })
  }
}
