/** Stores a text, or removes it (null). A storage that is full or refused is no error: the screen works on without. */
export function storeIfRoom(storage: Storage, key: string, text: string | null): void {
  try {
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // Full or refused.
  }
}

/**
 * Subscribes to what is stored, for `useSyncExternalStore`: an event of this name tells of a change in this tab, the
 * browser of one in another.
 */
export const storedChanges =
  (event: string) =>
  (callback: () => void): (() => void) => {
    window.addEventListener(event, callback)
    window.addEventListener('storage', callback)
    return () => {
      window.removeEventListener(event, callback)
      window.removeEventListener('storage', callback)
    }
  }
