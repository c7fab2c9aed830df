import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** The screen's heading, made focusable; the main landmark where there is none. */
function focusableHeading(): HTMLElement | null {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/** A field that took the focus by itself (a code, a search box) keeps it. */
const isFocusTaken = () => Boolean(document.activeElement?.closest('main'))

function target(previous: string, back: boolean): HTMLElement | null {
  if (back) {
    // Back on the list one came from: the link that led away, so that reading goes on where it stopped.
    const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(previous)}"]`)
    if (link) return link
  }
  return focusableHeading()
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
    // Of the first screen; browsers share what it names (docs/decisions/013).
    document.querySelector('link[rel=canonical]')?.remove()
    if (!isFocusTaken()) target(from, back)?.focus({ preventScroll: true })
  }, [pathname, back])
}
