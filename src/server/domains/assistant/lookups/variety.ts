import { hash } from 'node:crypto'

/**
 * So many of the items, in their order: others on another day, for another viewer and question,
 * the same for the same.
 */
export function someOf<Item extends { id: number }>(
  items: readonly Item[],
  count: number,
  by: { viewer: { id: string }; now: Date; question: unknown },
): Item[] {
  const seed = `${by.now.toISOString().slice(0, 10)}:${by.viewer.id}:${JSON.stringify(by.question)}`
  const drawn = items
    .map((item) => ({ item, lot: hash('sha1', `${seed}:${item.id}`) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
  const chosen = new Set(drawn.map(({ item }) => item))
  return items.filter((item) => chosen.has(item))
}
