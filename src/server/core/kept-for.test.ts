import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptFor } from './kept-for.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('one run is for all who ask meanwhile, the next one for who asks later', async () => {
  let runs = 0
  const ask = keptFor(async () => ++runs, 1000)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  vi.advanceTimersByTime(999)
  expect(await ask()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await ask()).toBe(2)
})

test('a run that failed is done again', async () => {
  let runs = 0
  const ask = keptFor(async () => {
    if (++runs === 1) throw new Error('away')
    return runs
  }, 1000)
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})
