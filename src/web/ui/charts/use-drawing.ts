import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { isRtl } from '#web/ui/direction.ts'

interface Drawing {
  box: RefObject<HTMLDivElement | null>
  /** Width of the box in CSS pixels; 0 until it is known. */
  width: number
  /** Where something `size` wide goes that begins at `x` where lines run left to right. */
  at: (x: number, size?: number) => number
  rtl: boolean
}

/** Drawings are made for the width that their box really has, so that letters keep their size. */
export function useDrawing(): Drawing {
  const box = useRef<HTMLDivElement>(null)
  const [{ width, rtl }, setPlace] = useState({ width: 0, rtl: false })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setPlace({ width: element.clientWidth, rtl: isRtl(element) })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // The language may change while the width does not.
    const direction = new MutationObserver(measure)
    direction.observe(document.documentElement, { attributeFilter: ['dir'] })
    return () => {
      observer.disconnect()
      direction.disconnect()
    }
  }, [])
  return { box, width, rtl, at: (x, size = 0) => (rtl ? width - x - size : x) }
}
