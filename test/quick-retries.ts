import { timeoutManager } from '@tanstack/react-query'

/** The longest wait between two tries of a query. All else that queries wait for is longer. */
const longestRetry = 5_000

const waiting = new Set<ReturnType<typeof setTimeout>>()

// A query that fails is tried again at once: how often that is matters to a screen, not how long it takes.
timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout>>({
  setTimeout(callback, delay) {
    if (delay > longestRetry) return setTimeout(callback, delay)
    const id = setTimeout(() => {
      waiting.delete(id)
      callback()
    }, 0)
    waiting.add(id)
    return id
  },
  clearTimeout: (id) => clearTimeout(id),
  setInterval: (callback, delay) => setInterval(callback, delay),
  clearInterval: (id) => clearInterval(id),
})

/** What a test leaves to be tried again would ask in the next one. */
export function endRetries(): void {
  for (const id of waiting) clearTimeout(id)
  waiting.clear()
}
