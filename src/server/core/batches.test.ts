import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DatabaseFault } from '#server/db/database-fault.ts'
import { createBatches } from './batches.ts'

/** Batches of texts, each of which comes to all that were done with it; `calls` are they, in their order. */
function startBatches({
  most = 10,
  fails,
}: { most?: number; fails?: (call: string) => Error | undefined } = {}) {
  const calls: string[] = []
  const ask = createBatches<string, string>(most, async (items) => {
    const call = items.join(' ')
    calls.push(call)
    await sleep(5)
    const error = fails?.(call)
    if (error) throw error
    return call
  })
  return { ask, calls }
}

const failing = (part: string, error: Error) => ({
  fails: (call: string) => (call.includes(part) ? error : undefined),
})

test('what comes in one turn, and what comes while that is done, is done together', async () => {
  const { ask, calls } = startBatches()
  const first = Promise.all([ask('k', 'a'), ask('k', 'b')])
  await expect.poll(() => calls).toEqual(['a b'])
  const second = Promise.all([ask('k', 'c'), ask('k', 'd')])
  expect(await first).toEqual(['a b', 'a b'])
  expect(await second).toEqual(['c d', 'c d'])
  expect(await ask('k', 'e')).toBe('e')
  expect(calls).toEqual(['a b', 'c d', 'e'])
})

test('other keys do not wait', async () => {
  const { ask, calls } = startBatches()
  expect(await Promise.all([ask('k', 'a'), ask('l', 'b')])).toEqual(['a', 'b'])
  expect(calls).toEqual(['a', 'b'])
})

test('so many at most are done together, in the order in which they came', async () => {
  const { ask } = startBatches({ most: 2 })
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => ask('k', item)))).toEqual([
    'a b',
    'a b',
    'c d',
    'c d',
    'e',
  ])
})

test('one that fails is alone with its error', async () => {
  const { ask, calls } = startBatches(failing('b', new Error('b is wrong')))
  const outcomes = await Promise.allSettled([ask('k', 'a'), ask('k', 'b'), ask('k', 'c')])
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('b is wrong') },
    { status: 'fulfilled', value: 'c' },
  ])
  expect(calls).toEqual(['a b c', 'a', 'b', 'c'])
})

test('what may have been done before the database went is not done again', async () => {
  const gone = new DatabaseFault('gone', new Error('Connection terminated'))
  const { ask, calls } = startBatches(failing('b', gone))
  const outcomes = await Promise.allSettled([ask('k', 'a'), ask('k', 'b')])
  expect(outcomes).toEqual([
    { status: 'rejected', reason: gone },
    { status: 'rejected', reason: gone },
  ])
  expect(calls).toEqual(['a b'])
})
