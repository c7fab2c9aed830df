import type { LookupFunction } from 'node:net'

interface Options {
  /** Of an answer. */
  maxBytes: number
  /** To each host. */
  connections?: number
  /** Finds the addresses of hosts in the system's place. */
  lookup?: LookupFunction | undefined
}

/**
 * undici's `fetch` and connections of one's own for it: few, kept open, and no answer larger than `maxBytes`.
 * Both are there from the first call on.
 */
export function createConnections({ maxBytes, connections = 8, lookup }: Options) {
  const open = async () => {
    const { Agent, fetch } = await import('undici')
    const dispatcher = new Agent({
      connections,
      connectTimeout: 4000,
      keepAliveTimeout: 30_000,
      maxResponseSize: maxBytes,
      ...(lookup && { connect: { lookup } }),
    })
    return { fetch, dispatcher }
  }
  let opened: ReturnType<typeof open> | undefined
  return () => (opened ??= open())
}
