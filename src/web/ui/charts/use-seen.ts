import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether the element has ever been in sight; known before its first picture. */
export function useSeen(box: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) =>
      tell(entries.some((entry) => entry.isIntersecting)),
    )
    const tell = (inSight: boolean) => {
      if (!inSight) return
      observer.disconnect()
      setSeen(true)
    }
    observer.observe(element)
    const { top, bottom } = element.getBoundingClientRect()
    tell(top < window.innerHeight && bottom > 0)
    return () => observer.disconnect()
  }, [box])
  return isSeen
}
