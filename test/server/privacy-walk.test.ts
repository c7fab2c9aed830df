import { expect, test } from 'vitest'
import { messageOf } from '#shared/thrown.ts'
import { act } from '#test/walk/acts.ts'
import { anyRead, leaksOf, leaksTold, wrongFor } from '#test/walk/reads.ts'
import { expectEnded, hearOut } from '#test/walk/told.ts'
import { startWorld } from '#test/walk/world.ts'

// Members do whatever comes, at two instances on one database, and after each act some of them and guests read. A model
// (test/walk/model.ts) says what each answer, and whatever else reaches them, may tell. A seed always walks the same way.

const seeds = process.env['WALK_SEEDS']?.split(',').map(Number) ?? [10]
const steps = Number(process.env['WALK_STEPS'] ?? 86)
const readsAfterEach = 8

test.each(seeds)(
  'nobody is told what they may not know, on walk %i',
  { timeout: 1000 * (steps + 60) },
  async (seed) => {
    const world = await startWorld(seed)
    const { choices, history, sang } = world
    try {
      for (let step = 0; step < steps; step++) {
        const at = await act(world)
        await hearOut(world)
        const told = leaksTold(world)
        await expectEnded(world)
        const reader = choices.pick(world.apps)
        // Who wrote knows at once, and the other one when it has heard.
        if (reader !== at) await reader.ctx.changes.caughtUp()
        const found = await Promise.all([
          wrongFor(world, reader),
          wrongFor(world, reader),
          ...Array.from({ length: readsAfterEach }, () => leaksOf(world, reader, anyRead(world))),
        ])
        expect([...told, ...found.flat()]).toEqual([])
      }
      // Who hears nothing finds nothing.
      expect(sang.size).toBeGreaterThan(Math.min(steps / 4, 20))
    } catch (cause) {
      throw new Error(
        `walk ${seed} stopped after ${history.length} acts, the last:\n${history.slice(-15).join('\n')}\n${messageOf(cause)}`,
        { cause },
      )
    } finally {
      await world.close()
    }
  },
)
