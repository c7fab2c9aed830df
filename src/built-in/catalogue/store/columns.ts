/** The number at a place of a column; 0 outside of it. */
export function at(column: ArrayLike<number>, index: number): number {
  return column[index] ?? 0
}

/** Many short lists of numbers in two typed arrays: list `i` is `items[starts[i]]` up to `items[starts[i + 1]]`. */
export type NumberLists = { of(index: number): Uint32Array }

const listsFrom = (starts: Uint32Array, items: Uint32Array): NumberLists => ({
  of: (index) => items.subarray(at(starts, index), at(starts, index + 1)),
})

/** Lists that lie one after the other in `items`, `counts[i]` numbers each. */
export function packedLists(counts: readonly number[], items: readonly number[]): NumberLists {
  const starts = new Uint32Array(counts.length + 1)
  for (let index = 0; index < counts.length; index++)
    starts[index + 1] = at(starts, index) + at(counts, index)
  return listsFrom(starts, Uint32Array.from(items))
}

/** For every target the sources that name it, in ascending order: pair `n` is `sources[n]` -> `targets[n]`. */
export function groupedLists(
  sources: ArrayLike<number>,
  targets: ArrayLike<number>,
  size: number,
): NumberLists {
  const starts = new Uint32Array(size + 1)
  for (let pair = 0; pair < targets.length; pair++) {
    const place = at(targets, pair) + 1
    starts[place] = at(starts, place) + 1
  }
  for (let index = 0; index < size; index++) starts[index + 1] = at(starts, index) + at(starts, index + 1)
  const next = starts.slice()
  const items = new Uint32Array(targets.length)
  for (let pair = 0; pair < targets.length; pair++) {
    const target = at(targets, pair)
    const place = at(next, target)
    items[place] = at(sources, pair)
    next[target] = place + 1
  }
  return listsFrom(starts, items)
}

/** The inverse of `packedLists`: for each number the indexes of the lists that hold it. */
export function invertedLists(
  counts: readonly number[],
  items: readonly number[],
  size: number,
): NumberLists {
  const owners = new Uint32Array(items.length)
  let place = 0
  for (let index = 0; index < counts.length; index++) {
    const end = place + at(counts, index)
    owners.fill(index, place, end)
    place = end
  }
  return groupedLists(owners, items, size)
}
