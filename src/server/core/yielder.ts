import { setImmediate } from 'node:timers/promises'

/** How long work that never waits may keep other requests waiting. */
const turnMs = 12

/**
 * Lets long synchronous work give way: between steps it asks `isOver`, and then awaits `next` before it goes on. Work that goes
 * on in several places at once asks again after that, as they share a turn.
 */
export function createYielder() {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began > turnMs,
    async next(): Promise<void> {
      const last = began
      await setImmediate()
      if (began === last) began = performance.now()
    },
  }
}
