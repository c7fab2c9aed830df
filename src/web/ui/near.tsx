import { createContext, useEffect, useRef, useState, type RefObject } from 'react'

/** How far beyond the window still counts, as a part of its height. */
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

/** Whether pictures below it may load. False keeps browsers from loading `lazy` ones far ahead of the window. */
export const PicturesWanted = createContext(true)
