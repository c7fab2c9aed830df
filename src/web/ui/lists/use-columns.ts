import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * How many columns a stylesheet gives a grid, known before anything is painted; until then, and where nothing is laid
 * out, as many as it had last.
 */
export function useColumns(grid: RefObject<HTMLElement | null>, given?: number, last = 3): number {
  const [counted, setCounted] = useState(last)
  useLayoutEffect(() => {
    const element = grid.current
    if (!element || given !== undefined) return
    const count = () => {
      const tracks = getComputedStyle(element).gridTemplateColumns.match(/[\d.]+px/g)
      if (tracks) setCounted(tracks.length)
    }
    count()
    const observer = new ResizeObserver(count)
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, given])
  return given ?? counted
}
