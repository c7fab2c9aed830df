import { useCallback, useRef, type KeyboardEvent as BoxKeyboardEvent } from 'react'
import { useKeyDown } from '#web/lib/keyboard.ts'
import { isRtl } from '#web/ui/direction.ts'

/** The first link or button of each entry: a member's link, not the follow button behind it. */
function entriesOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll('li')].flatMap((item) => {
    const entry = item.querySelector<HTMLElement>('a[href], button')
    return entry ? [entry] : []
  })
}

const withModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent | BoxKeyboardEvent) =>
  altKey || ctrlKey || metaKey || shiftKey

/**
 * The arrow keys between the search box and the results: down leads from the box to the first one, the
 * arrows, Home and End move among them, up leads back. Everything stays in reach of Tab.
 */
export function useResultKeys(onEscape: () => void) {
  const box = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)

  const focusFirst = useCallback(() => {
    const first = results.current ? entriesOf(results.current)[0] : undefined
    first?.focus()
    return first !== undefined
  }, [])

  const onBoxKeyDown = useCallback(
    (event: BoxKeyboardEvent) => {
      if (event.nativeEvent.isComposing || withModifier(event)) return
      if (event.key === 'Escape') {
        event.preventDefault()
        onEscape()
      } else if (event.key === 'ArrowDown' && focusFirst()) {
        event.preventDefault()
      }
    },
    [focusFirst, onEscape],
  )

  useKeyDown(results, (event) => {
    const list = results.current
    if (!list || withModifier(event)) return
    const move = moveOf(event.key, isRtl(list))
    if (move === null || !(event.target instanceof Element)) return
    const entries = entriesOf(list)
    const item = event.target.closest('li')
    const at = entries.findIndex((entry) => item?.contains(entry))
    if (at < 0) return
    const places = entries.map((entry) => {
      const { top, left } = entry.getBoundingClientRect()
      return { top, start: left }
    })
    const next = neighbour(places, at, move)
    const target = next === null ? (move === 'up' ? box.current : null) : entries[next]
    // At an edge the key would scroll the page away from the entry in focus.
    event.preventDefault()
    target?.focus()
  })

  return { box, results, onBoxKeyDown }
}

/** Where a box is in the window; only what the choice of a neighbour needs. */
export interface ElementPosition {
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
  places: readonly ElementPosition[],
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
  const isBeyond = ({ top }: ElementPosition) =>
    move === 'down' ? top > from.top + tolerance : top < from.top - tolerance
  const row = nearestRow(places.filter(isBeyond), from.top)
  const nearest = row.toSorted((a, b) => Math.abs(a.start - from.start) - Math.abs(b.start - from.start))[0]
  return nearest ? places.indexOf(nearest) : null
}

function nearestRow(places: readonly ElementPosition[], top: number): ElementPosition[] {
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
