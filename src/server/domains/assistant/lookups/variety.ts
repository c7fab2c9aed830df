import { utcDay } from '#shared/utc-day.ts'
import { hash } from 'node:crypto'

/** Alternates between two lists, skipping repetitions, until there are `max` items. */
export function inTurn<Item extends { id: number }>(
  first: readonly Item[],
  second: readonly Item[],
  max: number,
): Item[] {
  const places = Array.from({ length: Math.max(first.length, second.length) }, (_, place) => place)
  const mixed = places.flatMap((place) => [first[place], second[place]].filter((item) => item !== undefined))
  return [...new Map(mixed.map((item) => [item.id, item])).values()].slice(0, max)
}

/**
 * A choice of `count` items, in their order. It is the same for the same viewer, question and day, and another one
 * otherwise.
 */
export function someOf<Item extends { id: number }>(
  items: readonly Item[],
  count: number,
  by: { viewer: { id: string }; now: Date; question: unknown },
): Item[] {
  const seed = `${utcDay(by.now)}:${by.viewer.id}:${JSON.stringify(by.question)}`
  const drawn = items
    .map((item) => ({ item, lot: hash('sha1', `${seed}:${item.id}`) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
  const chosen = new Set(drawn.map(({ item }) => item))
  return items.filter((item) => chosen.has(item))
}
