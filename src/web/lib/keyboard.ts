import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Pinching shrinks the visible part as a keyboard does; beyond this scale the two cannot be told apart. */
const pinched = 1.01

/**
 * Keeps `--keyboard` on the element: CSS pixels at the page's bottom edge that an on-screen keyboard covers,
 * 0 where the browser shrinks the page instead.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    const place = () => {
      const covered = visible.scale > pinched ? 0 : window.innerHeight - visible.height - visible.offsetTop
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    visible.addEventListener('resize', place)
    visible.addEventListener('scroll', place)
    return () => {
      visible.removeEventListener('resize', place)
      visible.removeEventListener('scroll', place)
    }
  }, [element])
}

/** Keys pressed in the controls inside an element that is no control itself. */
export function useKeyDown(
  element: RefObject<HTMLElement | null>,
  onKeyDown: (event: KeyboardEvent) => void,
): void {
  const handle = useEffectEvent(onKeyDown)
  useEffect(() => {
    const target = element.current
    const listen = (event: KeyboardEvent) => handle(event)
    target?.addEventListener('keydown', listen)
    return () => target?.removeEventListener('keydown', listen)
  }, [element])
}

/**
 * Keys that a whole screen listens to, wherever its focus is: not with a modifier, not what is typed into a field, and not
 * while a dialog or a menu is open above the screen.
 */
export function useScreenKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKeyDown)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isMeantElsewhere(event)) handle(event)
    }
    // Before a dialog hears of the key: Escape has it closed afterwards.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

function isMeantElsewhere({ target, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || isComposing) return true
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return true
  return document.querySelector('[role$="dialog"], [role="menu"]') !== null
}
