import { useSyncExternalStore } from 'react'
import { getTheme, setTheme, type Theme } from '#web/lib/preferences.ts'

const changed = 'scene:theme'

export function chooseTheme(theme: Theme): void {
  setTheme(theme)
  window.dispatchEvent(new Event(changed))
}

function subscribe(callback: () => void): () => void {
  window.addEventListener(changed, callback)
  window.addEventListener('storage', callback)
  return () => {
    window.removeEventListener(changed, callback)
    window.removeEventListener('storage', callback)
  }
}

/** The chosen theme; also where it is chosen in another part of the screen, or in another tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, getTheme)
