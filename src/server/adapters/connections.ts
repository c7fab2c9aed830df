import type { LookupFunction } from 'node:net'
import type { fetch as undiciFetch, Response } from 'undici'

type Fetch = typeof undiciFetch

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
    const { Agent, fetch, Response } = await import('undici')
    const dispatcher = new Agent({
      connections,
      connectTimeout: 4000,
      keepAliveTimeout: 30_000,
      maxResponseSize: maxBytes,
      ...(lookup && { connect: { lookup } }),
    })
    return { fetch: unpackingAtMost(maxBytes, fetch, Response), dispatcher }
  }
  let opened: ReturnType<typeof open> | undefined
  return () => (opened ??= open())
}

/** The connection counts what is sent, which may unpack to a thousand times as much. */
function unpackingAtMost(maxBytes: number, fetch: Fetch, Answer: typeof Response): Fetch {
  return async (...request) => {
    const answer = await fetch(...request)
    if (!answer.body || !answer.headers.has('content-encoding')) return answer
    let unpacked = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        unpacked += piece.length
        if (unpacked > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`)
        controller.enqueue(piece)
      },
    })
    const { status, statusText, headers } = answer
    return new Answer(answer.body.pipeThrough(counted), { status, statusText, headers })
  }
}
