/** Stores what a screen can do without: where the storage is full or refused it lives as long as the screen does. */
export function storeIfRoom(storage: Storage, key: string, text: string | null): void {
  try {
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // As said.
  }
}
