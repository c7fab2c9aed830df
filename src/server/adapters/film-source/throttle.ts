import type { Clock } from '../clock.ts'

export interface Pace {
  /** Waits for the next free place; false when that would take longer than the patience allows. */
  take(): Promise<boolean>
  /** Lets nothing start for the next `ms`. */
  hold(ms: number): void
}

/** At most `perSecond` starts in any second (`Infinity` for no limit and no holding). `patienceMs` bounds the wait, and by it the queue. */
export function createThrottle(perSecond: number, patienceMs: number, clock: Clock): Pace {
  let starts: number[] = []
  let heldUntil = 0
  return {
    async take() {
      if (perSecond === Number.POSITIVE_INFINITY) return true
      const now = clock.now()
      starts = starts.filter((start) => start > now - 1000)
      const oldest = starts[starts.length - perSecond]
      const start = Math.max(now, heldUntil, oldest === undefined ? 0 : oldest + 1000)
      if (start - now > patienceMs) return false
      starts.push(start)
      if (start > now) await clock.sleep(start - now)
      return true
    },
    hold(ms) {
      heldUntil = Math.max(heldUntil, clock.now() + ms)
    },
  }
}
