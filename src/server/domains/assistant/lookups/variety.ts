import { fmix32, fnv1a } from '#catalogue/artwork/seed.ts'

/** So many of the items, in their order: others on another day or for another viewer, the same for the same. */
export function someOf<Item extends { id: number }>(
  items: readonly Item[],
  count: number,
  { viewer, now }: { viewer: { id: string }; now: Date },
): Item[] {
  const day = now.toISOString().slice(0, 10)
  const lot = (item: Item) => fmix32(fnv1a(`${day}:${viewer.id}:${item.id}`))
  const drawn = new Set(items.toSorted((a, b) => lot(a) - lot(b)).slice(0, count))
  return items.filter((item) => drawn.has(item))
}
