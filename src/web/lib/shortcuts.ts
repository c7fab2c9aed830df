import { useSyncExternalStore } from 'react'
import { storedChanges, storeIfRoom } from './storage.ts'

const stored = 'scene.shortcuts'
const changed = 'scene:shortcuts'

/** Whether single letters, digits and signs do something on this device, wherever the focus is. */
export const areShortcutsOn = (): boolean => localStorage.getItem(stored) !== 'off'

export function setShortcutsOn(on: boolean): void {
  storeIfRoom(localStorage, stored, on ? null : 'off')
  window.dispatchEvent(new Event(changed))
}

const subscribe = storedChanges(changed)

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, areShortcutsOn)

/** The `aria-keyshortcuts` of a control, which is then pressed by that key (features/shortcuts); none while they are off. */
export const useShortcut = (key: string): string | undefined => (useShortcutsOn() ? key : undefined)
