import { useSyncExternalStore } from 'react'
import { getTheme, setTheme, type Theme } from '#web/lib/preferences.ts'
import { storedChanges } from '#web/lib/storage.ts'

const changed = 'scene:theme'

export function chooseTheme(theme: Theme): void {
  setTheme(theme)
  window.dispatchEvent(new Event(changed))
}

const subscribe = storedChanges(changed)

/** The chosen theme; also where it is chosen in another part of the screen, or in another tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, getTheme)
