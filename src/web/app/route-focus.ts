import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

function target(previous: string, back: boolean): HTMLElement | null {
  if (back) {
    // Back on the list one came from: the link that led away, so that reading goes on where it stopped.
    const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(previous)}"]`)
    if (link) return link
  }
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/** Moves the focus to the new screen's heading, without scrolling; the first screen keeps the browser's. */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const back = useNavigationType() === NavigationType.Pop
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    const from = previous.current
    previous.current = pathname
    // A field that took the focus by itself (a code, a search box) keeps it.
    const taken = document.activeElement?.closest('main')
    if (!taken) target(from, back)?.focus({ preventScroll: true })
  }, [pathname, back])
}
