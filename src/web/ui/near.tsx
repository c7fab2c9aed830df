import { createContext, useEffect, useRef, useState, type RefObject } from 'react'

/** Of the window's height. */
const nearby = '50%'

/** Whether the element has ever come within half a window of what is in sight. */
export function useNear<Box extends HTMLElement>(): [RefObject<Box | null>, boolean] {
  const box = useRef<Box>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: `${nearby} 0%` },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [box, isNear]
}

/** Whether pictures below it are loaded as they come into sight; else only later, where browsers would begin far ahead. */
export const PicturesWanted = createContext(true)
