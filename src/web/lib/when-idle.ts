/** Runs when the browser has nothing more urgent to do; the first paint goes first. Gives the function that calls it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(run, 300)
  return () => clearTimeout(handle)
}
