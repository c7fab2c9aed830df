import { useEffect, type RefObject } from 'react'

/** Pinching shrinks the visible part as a keyboard does; beyond this scale the two cannot be told apart. */
const pinched = 1.01

/**
 * Keeps `--keyboard` on the element: CSS pixels at the page's bottom edge that an on-screen keyboard covers,
 * 0 where the browser shrinks the page instead. A field in the element stays in sight when a keyboard opens.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    let inset = 0
    const place = () => {
      const covered = visible.scale > pinched ? 0 : window.innerHeight - visible.height - visible.offsetTop
      const before = inset
      inset = Math.max(0, Math.round(covered))
      element.current?.style.setProperty('--keyboard', `${inset}px`)
      const field = document.activeElement
      if (inset > before && element.current?.contains(field)) field?.scrollIntoView({ block: 'nearest' })
    }
    visible.addEventListener('resize', place)
    visible.addEventListener('scroll', place)
    return () => {
      visible.removeEventListener('resize', place)
      visible.removeEventListener('scroll', place)
    }
  }, [element])
}
