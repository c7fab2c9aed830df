import { hash } from 'node:crypto'

/** One of the first, one of the second, and so on while there are any, each once; `most` in all. */
export function inTurn<Item extends { id: number }>(
  first: readonly Item[],
  second: readonly Item[],
  most: number,
): Item[] {
  const places = Array.from({ length: Math.max(first.length, second.length) }, (_, place) => place)
  const mixed = places.flatMap((place) => [first[place], second[place]].filter((item) => item !== undefined))
  return [...new Map(mixed.map((item) => [item.id, item])).values()].slice(0, most)
}

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
