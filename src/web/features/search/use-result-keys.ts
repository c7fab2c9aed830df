import { useCallback, useRef, type KeyboardEvent as BoxKeyboardEvent } from 'react'
import { useKeyDown } from '#web/lib/use-key-down.ts'
import { isRtl } from '#web/ui/direction.ts'
import { moveOf, neighbour } from './result-keys.ts'

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
