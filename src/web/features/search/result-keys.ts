/** Where a box is in the window; only what the choice of a neighbour needs. */
export interface Place {
  top: number
  start: number
}

/** Boxes of one row may differ by a hair. */
const tolerance = 4

/**
 * The place that a key leads to from place `at` in rows of places: one beside, the nearest of the next or
 * previous row, the first or the last. Null at the edges; -1 as `at` is before the first. `before` and
 * `after` are the arrows along the line of reading.
 */
export function neighbour(
  places: readonly Place[],
  at: number,
  move: 'before' | 'after' | 'up' | 'down' | 'first' | 'last',
): number | null {
  const last = places.length - 1
  if (last < 0) return null
  if (move === 'first') return 0
  if (move === 'last') return last
  const from = places[at]
  if (!from) return move === 'down' ? 0 : null
  if (move === 'before') return at > 0 ? at - 1 : null
  if (move === 'after') return at < last ? at + 1 : null
  const isBeyond = ({ top }: Place) =>
    move === 'down' ? top > from.top + tolerance : top < from.top - tolerance
  const row = nearestRow(places.filter(isBeyond), from.top)
  const nearest = row.toSorted((a, b) => Math.abs(a.start - from.start) - Math.abs(b.start - from.start))[0]
  return nearest ? places.indexOf(nearest) : null
}

function nearestRow(places: readonly Place[], top: number): Place[] {
  const distance = Math.min(...places.map((place) => Math.abs(place.top - top)))
  return places.filter((place) => Math.abs(Math.abs(place.top - top) - distance) <= tolerance)
}

const moves = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'before',
  ArrowRight: 'after',
  Home: 'first',
  End: 'last',
} as const

/** What a key means among results, where lines are read from right to left or from left to right. */
export function moveOf(key: string, isRtl: boolean): Parameters<typeof neighbour>[2] | null {
  if (!(key in moves)) return null
  const move = moves[key as keyof typeof moves]
  if (!isRtl) return move
  return move === 'before' ? 'after' : move === 'after' ? 'before' : move
}
