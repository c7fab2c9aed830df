import { useLayoutEffect, type RefObject } from 'react'

/**
 * The `ref` of what takes the place of the control that had the focus: it takes the focus when it appears. A function
 * made while rendering would take it again at every render.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/**
 * When a row goes away while the focus is on it, the focus goes to the first button of the row in its place, after the
 * last row to the heading above, or where `successor` says. `part` is the row itself or a part of its `<li>`.
 */
export function useRowFocus(part: RefObject<HTMLElement | null>, successor = successorOf): void {
  useLayoutEffect(() => {
    const own = part.current
    return () => {
      // The row is still in the document here, so its neighbours can be found.
      if (own?.contains(document.activeElement)) takeFocus(successor(own.closest('li') ?? own))
    }
  }, [part, successor])
}

function successorOf(row: HTMLElement): HTMLElement | null {
  const beside = row.nextElementSibling ?? row.previousElementSibling
  const button = beside?.querySelector<HTMLElement>('button')
  if (button) return button
  const heading = row.closest('section')?.querySelector<HTMLElement>('h2, h3') ?? null
  // It is focused by this function only, never by Tab.
  if (heading) heading.tabIndex = -1
  return heading
}
