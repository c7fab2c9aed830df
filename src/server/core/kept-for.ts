/**
 * Answers with one run of `work` all who ask within `keptMs` of its start: for what anybody may ask for and what costs more
 * than its answer is new. A run that failed is not kept.
 */
export function keptFor<T>(work: () => Promise<T>, keptMs: number): () => Promise<T> {
  let last: { at: number; outcome: Promise<T> } | null = null
  return () => {
    const at = performance.now()
    if (last !== null && at - last.at < keptMs) return last.outcome
    const run = { at, outcome: work() }
    last = run
    run.outcome.catch(() => {
      if (last === run) last = null
    })
    return run.outcome
  }
}
