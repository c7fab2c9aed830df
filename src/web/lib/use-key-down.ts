import { useEffect, useEffectEvent, type RefObject } from 'react'

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
