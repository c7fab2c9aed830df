import { useEffect, useEffectEvent, type RefObject } from 'react'
import { areShortcutsOn } from './shortcuts.ts'

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
 * The key by what it writes, letters small: those of French and other Latin keyboards are in places of their own. A key
 * that writes another script, as on an Arabic keyboard, counts by its place, which has the Latin letter too.
 */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  // What some browsers say of a key that writes two Arabic letters; names such as Enter are Latin as well.
  const isUnknown = key === '' || key === 'Unidentified'
  if (!isUnknown && /^[\p{ASCII}\p{Script=Latin}]*$/u.test(key))
    return key.length === 1 ? key.toLowerCase() : key
  if (key === '؟') return '?'
  if (code === 'Slash') return '/'
  return /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code)?.[1]?.toLowerCase() ?? key
}

/**
 * Keys (`keyOf`) that a whole screen listens to, wherever its focus is: not with a modifier, not what is typed into a
 * field, not while a dialog or a menu is open above the screen, and no letters, digits or signs while shortcuts are off.
 * With `last`, only those that nothing else on the screen has taken.
 */
export function useScreenKeys(
  onKeyDown: (key: string, event: KeyboardEvent) => void,
  { last = false } = {},
): void {
  const handle = useEffectEvent(onKeyDown)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = keyOf(event)
      if (!isMeantElsewhere(key, event)) handle(key, event)
    }
    // Before a dialog hears of the key: Escape has it closed afterwards.
    const capture = !last
    window.addEventListener('keydown', listen, { capture })
    return () => window.removeEventListener('keydown', listen, { capture })
  }, [last])
}

/** What takes letters itself: fields, and lists in which typing leads to an option. A checkbox takes only the space. */
const typedInto =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"], [role="listbox"]'

function isMeantElsewhere(key: string, event: KeyboardEvent): boolean {
  const { target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event
  if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented) return true
  if (key.length === 1 && !areShortcutsOn()) return true
  if (target instanceof Element && target.closest(typedInto)) return true
  return document.querySelector('[role$="dialog"], [role="menu"]') !== null
}
