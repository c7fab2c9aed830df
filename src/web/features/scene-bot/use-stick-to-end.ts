import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/** CSS pixels from the end of the page within which one counts as being there. */
const near = 64

const scrollToEnd = () => window.scrollTo({ top: document.documentElement.scrollHeight })

/**
 * Keeps the end of the page in sight while the element grows, unless the member scrolled up: then `isBehind`
 * tells that there is more below.
 */
export function useStickToEnd(element: RefObject<HTMLElement | null>) {
  const navigation = useNavigationType()
  // The way here counts once.
  const [back] = useState(navigation === NavigationType.Pop)
  const [isBehind, setBehind] = useState(false)
  const following = useRef(true)

  const toEnd = useCallback(() => {
    following.current = true
    setBehind(false)
    scrollToEnd()
  }, [])

  useEffect(() => {
    // On the way back the earlier scroll position has been restored already.
    if (!back || window.scrollY === 0) scrollToEnd()
    const isAtEnd = () => document.documentElement.scrollHeight - window.innerHeight - window.scrollY <= near
    following.current = isAtEnd()

    let place = window.scrollY
    const onScroll = () => {
      // Growth also moves the end away: only moving up leaves it.
      following.current = isAtEnd() || (following.current && window.scrollY >= place)
      place = window.scrollY
      if (following.current) setBehind(false)
    }
    const follow = () => {
      if (following.current) scrollToEnd()
    }
    let height = element.current?.offsetHeight ?? 0
    const observer = new ResizeObserver(() => {
      const now = element.current?.offsetHeight ?? 0
      if (following.current) scrollToEnd()
      else if (now > height) setBehind(true)
      height = now
    })
    if (element.current) observer.observe(element.current)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', follow)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', follow)
    }
  }, [element, back])

  return { isBehind, toEnd }
}
