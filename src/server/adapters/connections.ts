/**
 * undici's `fetch` and connections of one's own for it: few, kept open, and no answer larger than `maxBytes`.
 * Both are there from the first call on.
 */
export function createConnections(maxBytes: number, connections = 8) {
  const open = async () => {
    const { Agent, fetch } = await import('undici')
    const dispatcher = new Agent({
      connections,
      connectTimeout: 4000,
      keepAliveTimeout: 30_000,
      maxResponseSize: maxBytes,
    })
    return { fetch, dispatcher }
  }
  let opened: ReturnType<typeof open> | undefined
  return () => (opened ??= open())
}
