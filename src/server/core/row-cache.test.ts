import { expect, test } from 'vitest'
import type { Changes, Topic } from '#server/db/changes.ts'
import { createRowCache } from './row-cache.ts'

type Handler = (key: string) => void

/** Changes that the test tells of, while they are heard. */
function testChanges() {
  const handlers: { told: Handler; missed: () => void }[] = []
  let isListening = true
  const changes: Changes = {
    on: (_topic: Topic, told: Handler, missed: () => void) => void handlers.push({ told, missed }),
    isListening: () => isListening,
    report: () => {},
    forget: () => {},
    caughtUp: async () => {},
    close: async () => {},
  }
  return {
    changes,
    tell: (key: string) => {
      for (const { told } of handlers) told(key)
    },
    listen: (does: boolean) => {
      isListening = does
      for (const { missed } of handlers) missed()
    },
  }
}

/** A cache of rows whose reads are counted. */
function cacheOf(rows: Map<string, { owner: string }>, max = 10) {
  const { changes, tell } = testChanges()
  const asked: string[] = []
  const cache = createRowCache<string, { owner: string }>(changes, {
    topic: 'member',
    max,
    async load(keys) {
      asked.push(...keys)
      return new Map(
        keys.flatMap((key) => (rows.has(key) ? [[key, rows.get(key) as { owner: string }]] : [])),
      )
    },
    changed: { ownerOf: (row) => row.owner },
  })
  return { cache, asked, tell }
}

test('a change of an owner forgets the rows of that owner, and no others', async () => {
  const rows = new Map(['a', 'b', 'c'].map((key) => [key, { owner: key === 'c' ? 'bob' : 'ann' }]))
  const { cache, asked, tell } = cacheOf(rows)
  await cache.get(['a', 'b', 'c'])
  tell('ann')
  await cache.get(['a', 'b', 'c'])
  expect(asked).toEqual(['a', 'b', 'c', 'a', 'b'])
  tell('bob')
  tell('nobody')
  await cache.get(['a', 'b', 'c'])
  expect(asked.slice(5)).toEqual(['c'])
})

test('what left for want of room is read again, and known by its owner then', async () => {
  const rows = new Map(['a', 'b', 'c'].map((key) => [key, { owner: 'ann' }]))
  const { cache, asked, tell } = cacheOf(rows, 2)
  await cache.get(['a', 'b', 'c'])
  await cache.get(['a'])
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
  tell('ann')
  await cache.get(['a', 'c'])
  expect(asked.slice(4)).toEqual(['a', 'c'])
})

/** A table in which few keys have rows, and what the cache asked of it. */
function sparseCacheOf(rows: Set<string>) {
  const { changes, tell, listen } = testChanges()
  const asked: string[] = []
  let meanwhile = () => {}
  const cache = createRowCache<string, { here: true }>(changes, {
    topic: 'block',
    max: 10,
    async load(keys) {
      asked.push(...keys)
      return new Map(keys.flatMap((key) => (rows.has(key) ? [[key, { here: true } as const]] : [])))
    },
    changed: { keyOf: (key) => key },
    async listKeys(limit) {
      asked.push('all')
      const keys = [...rows].slice(0, limit)
      meanwhile()
      return keys
    },
  })
  return {
    asked,
    cache,
    has: async (key: string) => (await cache.get([key])).has(key),
    listen,
    tell,
    during: (act: () => void) => (meanwhile = act),
  }
}

test('where few keys have rows, those without one are known from one reading', async () => {
  const rows = new Set(['ann'])
  const { asked, cache, has, tell } = sparseCacheOf(rows)
  expect(cache.peek('bob')).toBeUndefined()
  expect(await Promise.all(['ann', 'bob', 'eve'].map(has))).toEqual([true, false, false])
  expect(asked).toEqual(['all', 'ann'])
  expect([cache.peek('bob'), cache.peek('zoe')]).toEqual([null, null])
  rows.add('bob').delete('ann')
  tell('bob')
  tell('ann')
  expect(cache.peek('bob')).toBeUndefined()
  expect(await Promise.all(['ann', 'bob', 'eve'].map(has))).toEqual([false, true, false])
  expect(asked.slice(2)).toEqual(['ann', 'bob'])
})

test('keys that were read while one changed, or changes were not heard, are not relied on', async () => {
  const rows = new Set<string>()
  const { asked, has, tell, listen, during } = sparseCacheOf(rows)
  during(() => {
    rows.add('ann')
    tell('ann')
  })
  expect(await has('ann')).toBe(true)
  expect(asked).toEqual(['all', 'ann'])
  during(() => {})
  listen(false)
  rows.add('bob')
  expect([await has('bob'), await has('eve')]).toEqual([true, false])
  expect(asked.slice(2)).toEqual(['bob', 'eve'])
  listen(true)
  expect([await has('bob'), await has('eve')]).toEqual([true, false])
  expect(asked.slice(4)).toEqual(['all', 'bob'])
  // Nor is a row that was kept before.
  rows.delete('bob')
  listen(true)
  expect(await has('bob')).toBe(false)
})

test('where any change may be of any row, each forgets all', async () => {
  const { changes, tell } = testChanges()
  const rows = new Map([['a', 1]])
  const load = async () => new Map(rows)
  const cache = createRowCache<string, number>(changes, {
    topic: 'film_numbers',
    max: 10,
    load,
    changed: 'all',
  })
  const read = async () => (await cache.get(['a'])).get('a')
  expect(await read()).toBe(1)
  rows.set('a', 2)
  expect(await read()).toBe(1)
  tell('')
  expect(await read()).toBe(2)
})

test('where many keys have rows, each that has none is remembered', async () => {
  const rows = new Set(Array.from({ length: 10_000 }, (_, at) => String(at)))
  const { asked, has } = sparseCacheOf(rows)
  expect([await has('ann'), await has('ann'), await has('7'), await has('bob')]).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(asked).toEqual(['all', 'ann', '7', 'bob'])
})
