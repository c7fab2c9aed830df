import { expect, test } from 'vitest'
import type { Changes, Topic } from '#server/db/changes.ts'
import { createRowCache } from './row-cache.ts'

type Handler = (key: string) => void

/** Changes that the test tells of, and rows whose reads it counts. */
function cacheOf(rows: Map<string, { owner: string }>, max = 10) {
  let tell: Handler = () => {}
  const changes: Changes = {
    on: (_topic: Topic, onChange: Handler) => void (tell = onChange),
    isListening: () => true,
    report: () => {},
    forget: () => {},
    caughtUp: async () => {},
    close: async () => {},
  }
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
    keepsMissing: false,
  })
  return { cache, asked, tell: (owner: string) => tell(owner) }
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
