import { useLayoutEffect, useState, type RefObject } from 'react'

/** How many columns a stylesheet gives a grid, known before anything is painted; three where nothing is laid out. */
export function useColumns(grid: RefObject<HTMLElement | null>, given?: number): number {
  const [counted, setCounted] = useState(3)
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
