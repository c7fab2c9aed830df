import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { keyset, rankedSkeleton, type SortKey } from './keyset.ts'

const keys: SortKey[] = [
  ['letter', 'text'],
  [sql`number * 2`, 'integer'],
]

/** Every row of a list, and how many each page had. */
async function walk(read: (cursor: string | undefined) => Promise<{ items: string[]; next: string | null }>) {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { items, next } = await read(cursor)
    pages.push(items)
    cursor = next ?? undefined
  } while (cursor)
  return pages
}

test.each<['asc' | 'desc', string[][]]>([
  ['asc', [['a1', 'a2'], ['b1', 'b2'], ['b3']]],
  ['desc', [['b3', 'b2'], ['b1', 'a2'], ['a1']]],
])('goes through a list once, %s, whatever the keys have in them', async (order, expected) => {
  const app = await startTestApp()
  const pages = await walk(async (cursor) => {
    const { key, after, by, limit, list } = keyset(keys, { limit: 2, cursor }, order)
    const { rows } = await sql<{ name: string; key: string }>`
      select substr(letter, 1, 1) || number as name, ${key}
      from (values ('a"|,', 1), ('a"|,', 2), ('b', 1), ('b', 2), ('b', 3)) as given (letter, number)
      where ${after} order by ${by} limit ${limit}`.execute(app.db)
    const { items, next } = list(rows)
    return { items: items.map((row) => row.name), next }
  })
  expect(pages).toEqual(expected)
  await app.close()
})

test('for the only page no row is read to learn whether there are more', () => {
  expect(keyset(keys, { limit: 3 }).limit).toBe(4)
  const { limit, list } = keyset(keys, { limit: 3, isOnly: true })
  expect(limit).toBe(3)
  expect(list(['a', 'b', 'c'].map((key) => ({ key })))).toMatchObject({ next: null })
})

test('goes through a ranked list, and no further than its depth', async () => {
  const pages = await walk(async (cursor) => {
    const { ids, next } = rankedSkeleton(['c', 'a', 'b', 'd'], { limit: 2, cursor }, 3)
    return { items: ids, next }
  })
  expect(pages).toEqual([['c', 'a'], ['b']])
})
