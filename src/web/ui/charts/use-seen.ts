import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether the element has ever been in sight; known before its first picture. */
export function useSeen(box: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const { top, bottom } = element.getBoundingClientRect()
    if (top < window.innerHeight && bottom > 0) {
      setSeen(true)
      return undefined
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return isSeen
}
