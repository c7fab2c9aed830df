import { setImmediate as afterTurn } from 'node:timers'
import { setImmediate } from 'node:timers/promises'

/** How long work that never waits may keep other requests waiting. */
const turnMs = 8

/**
 * Lets long synchronous work give way: between steps it asks `isOver`, and then awaits `next` before it goes on. A turn is
 * counted from the first question in a turn of the event loop, so work that goes on in several places at once shares it, and
 * asks again after `next`.
 */
export function createYielder() {
  let began: number | undefined
  return {
    isOver(): boolean {
      if (began === undefined) {
        began = performance.now()
        afterTurn(() => (began = undefined))
      }
      return performance.now() - began > turnMs
    },
    next: () => setImmediate(),
  }
}
