import { setImmediate } from 'node:timers/promises'

/** How long work that never waits may keep other requests waiting. */
const turnMs = 12

/** Lets long synchronous work give way: between steps it asks `isOver`, and then awaits `next` before it goes on. */
export function createYielder() {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began > turnMs,
    async next(): Promise<void> {
      await setImmediate()
      began = performance.now()
    },
  }
}
