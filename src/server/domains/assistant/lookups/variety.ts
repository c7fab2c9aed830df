import { fmix32, fnv1a } from '#built-in/seeded-random.ts'

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
  const lot = (item: Item) => fmix32(fnv1a(`${seed}:${item.id}`))
  const drawn = new Set(items.toSorted((a, b) => lot(a) - lot(b)).slice(0, count))
  return items.filter((item) => drawn.has(item))
}
