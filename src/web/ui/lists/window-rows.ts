import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Which row of a windowed list has the focus, after the elements' `data-index`. */
export function useFocusedRow(list: RefObject<HTMLElement | null>): number | null {
  const [focused, setFocused] = useState<number | null>(null)
  useEffect(() => {
    const rows = list.current
    const come = ({ target }: FocusEvent) => setFocused(rowOf(target))
    const go = ({ relatedTarget }: FocusEvent) => setFocused(rowOf(relatedTarget))
    rows?.addEventListener('focusin', come)
    rows?.addEventListener('focusout', go)
    return () => {
      rows?.removeEventListener('focusin', come)
      rows?.removeEventListener('focusout', go)
    }
  }, [list])
  return focused
}

function rowOf(target: EventTarget | null): number | null {
  const row =
    target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined
  return row === undefined ? null : Number(row)
}

/** Whether the page is being printed: with all rows that have come. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is once this has been called.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

export const firstRows = (count: number): number[] => Array.from({ length: count }, (_, row) => row)

/** The rows in sight, some around them, and those beside the focus, which Tab leads to. */
export function rowsToRender(range: Range, focused: number | null): number[] {
  const near = defaultRangeExtractor(range)
  if (focused === null) return near
  const beside = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < range.count)
  return [...new Set([...near, ...beside])].sort((a, b) => a - b)
}

/**
 * Calls `onMore` when more begins to be wanted, and again when it still is after `count` has changed. It does so after
 * all effects of the commit: the query of a list takes a new key in an effect of its own, and before that it would ask
 * for more of the old list.
 */
export function useLoadMore(isWanted: boolean, count: number, onMore: (() => void) | undefined): void {
  const more = useEffectEvent(() => onMore?.())
  const wantedAt = isWanted ? count : null
  useEffect(() => {
    if (wantedAt === null) return undefined
    let isStillWanted = true
    queueMicrotask(() => {
      if (isStillWanted) more()
    })
    return () => {
      isStillWanted = false
    }
  }, [wantedAt])
}
