import { setImmediate } from 'node:timers/promises'

/** For how long others may have to wait for work that never waits itself. */
const turnMs = 12

/** Long work asks between its steps whether its turn is over, and then gives way to others before the next one. */
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
