import type { LookupFunction } from 'node:net'
import type { fetch as undiciFetch, Response } from 'undici'

type Fetch = typeof undiciFetch

interface Options {
  /** Largest answer, in bytes. */
  maxBytes: number
  /** Connections to each host. */
  connections?: number
  /** Resolves host names in place of the system. */
  lookup?: LookupFunction | undefined
}

/**
 * undici's `fetch` with its own pool of connections: few, kept open, and no answer larger than `maxBytes`. Both are
 * created with the first call.
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

/**
 * The connection limits only the bytes that are sent, which may unpack to a thousand times as much; this limits the
 * unpacked body.
 */
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
